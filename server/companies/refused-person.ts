import { type AppError, refuseField } from "../../shared/errors.ts";

/** Said of the person and not of a field alone, since a list has no place for it. */
export function refusedPerson(field: "agents" | "members", message: string): AppError {
  return refuseField("invalid_input", field, { message });
}
