/** Whether every word that was typed stands somewhere in these texts, accents and case aside. */
export function fits(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const place = plain(texts.filter(Boolean).join(" "));
  return plain(typed)
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
    const at = ` ${plain(name)}`.indexOf(` ${plain(typed)}`);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  return choices
    .filter((choice) => fits(typed, ...textsOf(choice)))
    .sort((one, other) => distance(one) - distance(other));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase().trim();
}
