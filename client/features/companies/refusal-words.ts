import type { FieldRefusal } from "../../components/record/use-field-words.ts";
import { type Failure, fieldMessage, isSessionOver } from "../../data/errors.ts";

/** What is said beside a field about why it was not changed; null: it was. */
export function refusalWords(failure: Failure | null, field: string): string | null {
  if (!failure || isSessionOver(failure)) return null;
  return (
    fieldMessage(failure, field) ??
    failure.fields.find((each) => each.field.startsWith(`patch.${field}`))?.message ??
    failure.message
  );
}

/** The same of words that are changed in place. */
export function fieldRefusal(failure: Failure | null, field: string): FieldRefusal | null {
  const message = refusalWords(failure, field);
  if (message === null) return null;
  return { message, isOvertaken: failure?.code === "company_conflict" };
}
