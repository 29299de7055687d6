import { fold } from "../../../shared/fold.ts";
import type { Macro } from "../../../shared/macros.ts";
import { changesInWords } from "./changes-in-words.ts";

/** Those whose name, words and changes hold every word that is looked for, however it is accented. */
export function macrosFitting(macros: readonly Macro[], search: string): readonly Macro[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return macros;
  return macros.filter((macro) => {
    const said = fold(`${macro.name} ${summaryOf(macro)}`);
    return words.every((word) => said.includes(word));
  });
}

/** What it does, in one line. */
export function summaryOf({ body, changes }: Pick<Macro, "body" | "changes">): string {
  const words = [body.replace(/\s+/g, " ").trim(), changesInWords(changes)];
  return words.filter(Boolean).join(" · ") || "Does nothing yet";
}
