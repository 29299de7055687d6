import { AppError } from "../shared/errors.ts";

/** The name changed since the person saw it. */
export function renamedByOthers(name: string): AppError {
  const message = `Someone else renamed this. It is now: ${name}`;
  return new AppError("changed_meanwhile", { fields: [{ field: "name", message }] });
}
