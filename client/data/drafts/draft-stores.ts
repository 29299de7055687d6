import type { Draft } from "../../../shared/tickets/page.ts";
import { newRequestId } from "../calls/request-id.ts";
import { trpcClient } from "../calls/trpc-client.ts";
import { offlineSince } from "../connection.ts";
import { canRetry, handleCallError, isSessionOver, readFailure } from "../errors.ts";
import { type Written, writtenIn } from "../queued-actions.ts";
import { waitingCount } from "../queued-count.ts";
import { whenForgotten } from "../session/forget.ts";
import { createDraftStore, withoutHandedOver } from "./draft-store.ts";
import { noteStarted } from "./started-here.ts";
import { isBlank, sameText, textOf } from "./text.ts";
import type { DraftBeingSent, DraftPorts, DraftStore } from "./types.ts";
import {
  type DraftPlace,
  dropUnsavedText,
  saveUnsavedText,
  unsavedTextsOf,
} from "./unsaved-texts.ts";

/** The store for a place's draft, shared while the person stays signed in. */
export function draftStore(personId: string, place: DraftPlace): DraftStore {
  const key = keyOf(personId, place);
  const known = keepers.get(key);
  if (known) return known;
  const keeper = createDraftStore(place, portsOf(personId, place));
  keepers.set(key, keeper);
  updateLists(keeper);
  return keeper;
}

/** Lists mark tickets that have a draft. */
function updateLists({ place: { ticketId, kind }, state, continues }: DraftStore): void {
  if (ticketId === null || kind === "new") return;
  state.subscribe(() => {
    const { loaded, kept, ...text } = state.get();
    const begun = !isBlank(text);
    // While a text is being sent, the server still has it as a draft.
    const isGone = kept === "nothing" && continues() === 0;
    if (loaded || begun) noteStarted({ ticketId, kind }, begun, kept === "kept" || isGone);
  });
}

/** Before signing out: resolves to true once the server has every text stored in this browser. */
export async function saveAllDrafts(personId: string): Promise<boolean> {
  for (const text of await unsavedTextsOf(personId)) draftStore(personId, text);
  const saved = await Promise.all([...keepers.values()].map((keeper) => keeper.saveNow()));
  return saved.every(Boolean);
}

const keepers = new Map<string, DraftStore>();
const loads = new Map<string | null, Promise<Draft[]>>();

whenForgotten(() => {
  for (const keeper of keepers.values()) keeper.stop();
  keepers.clear();
  loads.clear();
});

function saveAll(): void {
  for (const keeper of keepers.values()) void keeper.saveNow();
}

offlineSince.subscribe(() => offlineSince.get() === null && saveAll());
addEventListener("pagehide", saveAll);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveAll();
});

function keyOf(personId: string, { ticketId, kind }: DraftPlace): string {
  return `${personId}/${ticketId ?? ""}/${kind}`;
}

function portsOf(personId: string, place: DraftPlace): DraftPorts {
  const key = keyOf(personId, place);
  // Two tabs may each hold an unsaved text for the same place.
  const own = `${key}/${newRequestId()}`;
  return {
    load: async () =>
      (await loadDrafts(place.ticketId)).find(({ kind }) => kind === place.kind) ?? null,
    onTheirWay: async () => {
      const { ticketId, kind } = place;
      if (ticketId === null || waitingCount.get() === 0) return [];
      const written = await writtenIn(ticketId, personId);
      return written.filter(({ call }) => call === kind).map(onItsWay);
    },
    save: (input) => trpcClient.drafts.save.mutate(input),
    copies: async () =>
      (await unsavedTextsOf(personId)).filter(
        (text) => keyOf(personId, text) === key && text.id !== own,
      ),
    saveCopy: (text, revision, unanswered) =>
      saveUnsavedText({
        ...place,
        ...text,
        id: own,
        personId,
        revision,
        unanswered,
        at: Date.now(),
      }),
    dropCopy: (id = own) => dropUnsavedText(id),
    refused(error) {
      const failure = readFailure(error);
      const expired = isSessionOver(failure);
      if (expired) handleCallError(error, undefined);
      const again = canRetry(0, error) || failure.offline || failure.status === 429;
      return { waits: again || expired, again, words: failure.message };
    },
  };
}

function onItsWay({ input, files = [] }: Written): DraftBeingSent {
  return { revision: input.draftRevision, body: input.body, files };
}

/**
 * Deletes the copies of a message that another page left here, and leaves the text typed after it as a draft.
 */
export async function dropCopiesOf(act: Written): Promise<void> {
  const { call: kind, input, personId } = act;
  const key = keyOf(personId, { ticketId: input.id, kind });
  for (const copy of await unsavedTextsOf(personId)) {
    if (keyOf(personId, copy) !== key) continue;
    const rest = withoutHandedOver(textOf(copy), [onItsWay(act)]);
    if (isBlank(rest)) await dropUnsavedText(copy.id);
    else if (!sameText(rest, copy)) await saveUnsavedText({ ...copy, ...rest });
  }
}

/** The reply and the note of a ticket come in one answer. */
function loadDrafts(ticketId: string | null): Promise<Draft[]> {
  const under = loads.get(ticketId);
  if (under) return under;
  const load = trpcClient.drafts.get.query({ ticketId }).finally(() => loads.delete(ticketId));
  loads.set(ticketId, load);
  return load;
}
