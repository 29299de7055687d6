import { AppError } from "../shared/errors.ts";

/** The name changed since the person saw it. */
export function renamedByOthers(name: string): AppError {
  const message = `Someone else renamed this. It is now: ${name}`;
  return new AppError("changed_meanwhile", { fields: [{ field: "name", message }] });
}

/** A program may rename whatever the name is by now. */
export type WithoutBase<Input extends { base: string }> = Omit<Input, "base"> & {
  base?: string | undefined;
};
