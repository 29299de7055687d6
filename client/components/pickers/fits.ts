import { fold } from "../../../shared/fold.ts";

/** Whether every typed word occurs in these texts, ignoring accents and case. */
export function fits(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const place = fold(texts.filter(Boolean).join(" "));
  return fold(typed)
    .trim()
    .split(/\s+/)
    .every((word) => place.includes(word));
}

/** The matches: first names that start with the text, then names with a word that does. */
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
