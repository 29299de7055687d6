import type { DraftKind } from "../../../shared/tickets/page.ts";
import { dropRow, keepRow, lastWords, readAll } from "../browser/browser-store.ts";

export interface DraftPlace {
  /** Null for the one of a new ticket. */
  ticketId: string | null;
  kind: DraftKind;
}

export interface DraftText {
  body: string;
  form: Record<string, unknown> | null;
}

/** A text that the server does not have yet, under the id of whoever typed it. */
export interface UnsavedText extends DraftPlace, DraftText {
  id: string;
  personId: string;
  /** The revision that it continues. */
  revision: number;
  at: number;
}

export async function unsavedTextsOf(personId: string): Promise<UnsavedText[]> {
  await moveLastWords();
  const rows = await readAll<UnsavedText>("unsaved").catch(() => []);
  const texts = new Map([...rows.map((row) => [row.id, row] as const), ...onTheWay]);
  return [...texts.values()]
    .filter((text) => text.personId === personId)
    .sort((a, b) => b.at - a.at);
}

export async function keepUnsavedText(text: UnsavedText): Promise<void> {
  onTheWay.set(text.id, text);
  const kept = await keepRow("unsaved", text).then(() => true, nothing);
  if (kept && onTheWay.get(text.id) === text) onTheWay.delete(text.id);
}

export async function dropUnsavedText(id: string): Promise<void> {
  onTheWay.delete(id);
  await dropRow("unsaved", id).catch(nothing);
}

/** Typed, and not yet in the database. */
const onTheWay = new Map<string, UnsavedText>();

/** Of these this page has left its last words. */
const left = new Set<string>();

// A page that goes takes its unfinished writes along; this one is done before it has gone.
addEventListener("pagehide", () => {
  if (onTheWay.size === 0) return;
  for (const id of onTheWay.keys()) left.add(id);
  // Another tab may have gone in the same moment.
  leaveWords([...wordsOfOthers(), ...onTheWay.values()]);
});

// It goes on with its texts itself, and they would stand in their way.
addEventListener("pageshow", () => {
  if (left.size > 0) leaveWords(wordsOfOthers());
  left.clear();
});

async function moveLastWords(): Promise<void> {
  const texts = readWords();
  leaveWords([]);
  for (const text of texts) await keepUnsavedText(text);
}

function readWords(): UnsavedText[] {
  return JSON.parse(localStorage.getItem(lastWords) ?? "[]");
}

function wordsOfOthers(): UnsavedText[] {
  return readWords().filter(({ id }) => !left.has(id));
}

function leaveWords(texts: UnsavedText[]): void {
  if (texts.length > 0) localStorage.setItem(lastWords, JSON.stringify(texts));
  else localStorage.removeItem(lastWords);
}

/** A browser that keeps nothing is one in which the server alone keeps drafts. */
function nothing(): void {}
