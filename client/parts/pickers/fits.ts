/** Whether every word that was typed stands somewhere in these texts, accents and case aside. */
export function fits(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const place = plain(texts.filter(Boolean).join(" "));
  return plain(typed)
    .split(/\s+/)
    .every((word) => place.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase().trim();
}
