import * as z from "zod/mini";

export const id = z.uuid();
export const time = z.iso.datetime();
export const maybeTime = z.nullable(time);
export const text = z.string();
export const number = z.int();

/** A person, company or team by its name. */
export const ref = z.strictObject({ id, name: text });
export const nextCursor = z.nullable(text);
export const success = z.literal(true);
