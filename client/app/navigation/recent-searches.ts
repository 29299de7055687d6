import { parseStored, storeIfSpace } from "../../data/browser/local-storage.ts";

/** A person's last searches in this browser, newest first; deleted at sign-out. */
const key = "frontdesk.searches";
const most = 5;

export function recentSearches(personId: string): string[] {
  const [id, ...searches] = read();
  return id === personId ? searches : [];
}

export function noteSearch(personId: string, search: string): void {
  const searches = withSearch(recentSearches(personId), search);
  storeIfSpace(localStorage, key, JSON.stringify([personId, ...searches]));
}

export function forgetSearches(): void {
  localStorage.removeItem(key);
}

/** A search that extends the previous one replaces it. */
export function withSearch(searches: readonly string[], search: string): string[] {
  const words = search.trim();
  if (words === "") return [...searches];
  const others = searches.filter((other, at) => {
    return other !== words && !(at === 0 && words.startsWith(other));
  });
  return [words, ...others].slice(0, most);
}

/** The owner's id, then the searches. */
function read(): string[] {
  const kept = parseStored(localStorage.getItem(key));
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
}
