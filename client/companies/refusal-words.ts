import { type Failure, fieldMessage } from "../lib/errors.ts";

/** What is said beside a field about why it was not changed; null: it was. */
export function refusalWords(failure: Failure | null, field: string): string | null {
  if (!failure || failure.status === 401) return null;
  return (
    fieldMessage(failure, field) ??
    failure.fields.find((each) => each.field.startsWith(`patch.${field}`))?.message ??
    failure.message
  );
}
