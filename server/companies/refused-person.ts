import { AppError } from "../../shared/errors.ts";

/** Said of the person and not of a field alone, since a list has no place for it. */
export function refusedPerson(field: "agents" | "members", message: string): AppError {
  return new AppError("invalid_input", { message, fields: [{ field, message }] });
}
