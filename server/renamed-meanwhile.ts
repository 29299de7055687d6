import { AppError } from "../shared/errors.ts";

/** For whoever renames what has another name by now than they saw. */
export function renamedMeanwhile(name: string): AppError {
  const message = `Someone else has renamed it meanwhile. It is now: ${name}`;
  return new AppError("changed_meanwhile", { fields: [{ field: "name", message }] });
}
