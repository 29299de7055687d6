import * as z from "zod/mini";

/** A problem with a cell, as shown to the user. */
export class WrongCell extends Error {}

export function wordsOfCell(error: unknown): string {
  if (error instanceof WrongCell) return error.message;
  if (error instanceof z.core.$ZodError) return error.issues[0]?.message ?? "This is not valid.";
  throw error;
}

/** Reads one of some words, ignoring case. */
export function oneOf<Value extends string>(values: readonly Value[], cell: string): Value {
  const value = values.find((known) => plain(known) === plain(cell));
  if (!value) throw new WrongCell(`“${short(cell)}” isn't one of: ${values.join(", ")}.`);
  return value;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, " ");
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
