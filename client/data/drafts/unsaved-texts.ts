import type { DraftKind } from "../../../shared/tickets/page.ts";
import { dropRow, readAll, saveRow } from "../browser/browser-store.ts";
import { createLeftRows } from "../browser/left-rows.ts";
import { unsavedTextsKey } from "../browser/unsaved-keys.ts";

export interface DraftPlace {
  /** Null for the draft of a new ticket. */
  ticketId: string | null;
  kind: DraftKind;
}

export interface DraftText {
  body: string;
  form: Record<string, unknown> | null;
}

/** A text that the server does not have yet, stored under its author's id. */
export interface UnsavedText extends DraftPlace, DraftText {
  id: string;
  personId: string;
  /** The revision it is based on. */
  revision: number;
  /** Sent to be saved earlier, and perhaps on the server. */
  unanswered?: DraftText[];
  at: number;
}

export async function unsavedTextsOf(personId: string): Promise<UnsavedText[]> {
  await moveUnsavedTexts();
  const rows = await readAll<UnsavedText>("unsaved").catch(() => []);
  const texts = new Map([...rows.map((row) => [row.id, row] as const), ...onTheWay]);
  return [...texts.values()]
    .filter((text) => text.personId === personId)
    .sort((a, b) => b.at - a.at);
}

export async function saveUnsavedText(text: UnsavedText): Promise<void> {
  onTheWay.set(text.id, text);
  const kept = await saveRow("unsaved", text).then(() => true, nothing);
  if (kept && onTheWay.get(text.id) === text) onTheWay.delete(text.id);
}

export async function dropUnsavedText(id: string): Promise<void> {
  onTheWay.delete(id);
  await dropRow("unsaved", id).catch(nothing);
}

/** Typed but not yet in the database. */
const { own: onTheWay, take: takeLastWords } = createLeftRows<UnsavedText>(unsavedTextsKey);

async function moveUnsavedTexts(): Promise<void> {
  for (const text of takeLastWords()) await saveUnsavedText(text);
}

/** If the browser cannot store anything, only the server saves drafts. */
function nothing(): void {}
