import { AppError } from "../shared/errors.ts";

/** What the input's schema cannot know: this one field of it cannot be. */
export function refusedField(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field, message }] });
}
