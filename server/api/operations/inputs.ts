import * as z from "zod/mini";
import { uuid } from "../../../shared/schemas/text.ts";
import { cursor, limit } from "../paging.ts";

export const byId = z.strictObject({ id: uuid });
export const memberInPath = z.strictObject({ id: uuid, userId: uuid });

export const page = { limit, cursor };

/** A list that programs poll. Changes can be visible late: let the times overlap by a minute. */
export const polled = z.strictObject({ updatedAfter: z.optional(z.iso.datetime()), ...page });

/** `from`: the value that the program saw, if nothing else may be overwritten. */
export function fieldChange<From extends z.ZodMiniType, To extends z.ZodMiniType>(
  from: From,
  to: To,
) {
  return z.optional(z.strictObject({ from: z.optional(from), to }));
}

type FieldChange<Value extends z.ZodMiniType> = ReturnType<typeof fieldChange<Value, Value>>;

/** The same for each field of a shape. */
export function fieldChanges<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  const changes = Object.entries(shape).map(([name, value]) => [name, fieldChange(value, value)]);
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(changes) as { [Name in keyof Shape]: FieldChange<Shape[Name]> };
}

type Changes = Record<string, { from?: unknown; to: unknown } | undefined>;
type ToOf<C extends Changes> = { [Name in keyof C]: NonNullable<C[Name]>["to"] };
type FromOf<C extends Changes> = { [Name in keyof C]: NonNullable<C[Name]>["from"] };

/** `{ status: { from, to } }` as the new values and the values that the program saw. */
export function splitChanges<C extends Changes>(changes: C) {
  const given = Object.entries(changes).filter(([, change]) => change !== undefined);
  const seen = given.filter(([, change]) => change?.from !== undefined);
  return {
    patch: Object.fromEntries(given.map(([name, change]) => [name, change?.to])) as ToOf<C>,
    from: Object.fromEntries(seen.map(([name, change]) => [name, change?.from])) as FromOf<C>,
  };
}
