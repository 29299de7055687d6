import { type Failure, fieldMessage, isSessionOver } from "../lib/errors.ts";

/** What is said beside a field about why it was not changed; null: it was. */
export function refusalWords(failure: Failure | null, field: string): string | null {
  if (!failure || isSessionOver(failure)) return null;
  return (
    fieldMessage(failure, field) ??
    failure.fields.find((each) => each.field.startsWith(`patch.${field}`))?.message ??
    failure.message
  );
}
