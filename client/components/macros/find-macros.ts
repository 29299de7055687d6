import type { Macro } from "../../../shared/macros.ts";
import { fits } from "../pickers/fits.ts";
import { changesInWords } from "./changes-in-words.ts";

/** Those whose name, words and changes hold every word that is looked for, however it is accented. */
export function macrosFitting(macros: readonly Macro[], search: string): readonly Macro[] {
  return macros.filter((macro) => fits(search, macro.name, summaryOf(macro)));
}

/** What it does, in one line. */
export function summaryOf({ body, changes }: Pick<Macro, "body" | "changes">): string {
  const words = [body.replace(/\s+/g, " ").trim(), changesInWords(changes)];
  return words.filter(Boolean).join(" · ") || "Empty macro";
}
