import { fold } from "../../../shared/fold.ts";

/** Whether every word that was typed stands somewhere in these texts, accents and case aside. */
export function fits(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const place = fold(texts.filter(Boolean).join(" "));
  return fold(typed)
    .trim()
    .split(/\s+/)
    .every((word) => place.includes(word));
}

/** Those that fit, first whose name begins with what was typed, then of whose name a word does. */
export function closest<T>(
  typed: string,
  choices: readonly T[],
  textsOf: (choice: T) => readonly [name: string, ...others: (string | null | undefined)[]],
): T[] {
  const distance = (choice: T) => {
    const [name] = textsOf(choice);
    const at = ` ${fold(name)}`.indexOf(` ${fold(typed).trim()}`);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  return choices
    .filter((choice) => fits(typed, ...textsOf(choice)))
    .sort((one, other) => distance(one) - distance(other));
}
