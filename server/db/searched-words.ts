const mostWords = 8;

/** The words that a simple search looks for: each must stand somewhere. */
export function searchedWords(search: string | undefined): string[] {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  return [...new Set(words)].slice(0, mostWords);
}
