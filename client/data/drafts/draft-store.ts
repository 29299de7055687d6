import type { Draft } from "../../../shared/tickets/page.ts";
import { createStore } from "../store.ts";

import {
  emptyText,
  isBlank,
  joinTexts,
  namedFiles,
  sameText,
  seam,
  textOf,
  withFiles,
} from "./text.ts";
import type { DraftBeingSent, DraftPorts, DraftState, DraftStore, OtherText } from "./types.ts";
import type { DraftPlace, DraftText, UnsavedText } from "./unsaved-texts.ts";

const saveAfter = 800;
const retryAfter = 10_000;

export function createDraftStore(place: DraftPlace, ports: DraftPorts): DraftStore {
  const state = createStore<DraftState>({
    ...emptyText,
    loaded: false,
    kept: "nothing",
    trouble: null,
    other: null,
  });
  /** The server's text and its revision, on which the local text is based. */
  let atServer: DraftText = emptyText;
  let revision = 0;
  /**
   * Texts sent to be saved but not confirmed: if the server has one of them, it is not another device's edit.
   */
  let unanswered: DraftText[] = [];
  let others: OtherText[] = [];
  /** Texts being sent, and what this browser must store of each: they return if sending fails. */
  const leaving = new Map<DraftText, DraftText>();
  /** The server's text is waiting to be sent by an earlier or another page. */
  let leavesElsewhere = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  /** This browser may hold a copy of the local text. */
  let hasCopy = false;
  let saving: Promise<boolean> = Promise.resolve(true);
  let loading: Promise<void> | null = null;

  const set = (change: Partial<DraftState>) => state.set({ ...state.get(), ...change });
  const textNow = (): DraftText => ({ body: state.get().body, form: state.get().form });
  const isDirty = () => !sameText(textNow(), atServer);
  const isFromHere = (text: DraftText) => unanswered.some((sent) => sameText(sent, text));
  const later = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void saveNow(), ms);
  };

  const saveCopy = (text: DraftText, revision: number) => {
    hasCopy = true;
    return ports.saveCopy(text, revision, unanswered);
  };
  const dropCopy = async () => {
    const had = hasCopy;
    hasCopy = false;
    if (had) await ports.dropCopy();
  };

  const saveUnsaved = () => {
    const whole = [...leaving.values(), textNow()].reduce(joinTexts);
    return isBlank(whole) ? dropCopy() : saveCopy(whole, revision);
  };

  const show = (text: DraftText) => {
    set(text);
    if (leaving.size === 0 && !isDirty()) return;
    set({ kept: "here" });
    void (leaving.size > 0 ? saveUnsaved() : saveCopy(text, revision));
  };

  const offer = (other: OtherText) => {
    if (isBlank(other)) return;
    others = [...others, other];
    set({ other: others[0] ?? null, kept: "here" });
  };

  const settle = () => {
    set({ kept: isBlank(textNow()) ? "nothing" : "kept", trouble: null });
    void dropCopy();
  };

  async function loadOnce(): Promise<void> {
    const { loaded } = state.get();
    const copies = loaded ? [] : await copiesLeft();
    const [newest, ...older] = copies;
    const adopts = newest !== undefined && isBlank(textNow());
    if (adopts) {
      revision = newest.revision;
      unanswered = newest.unanswered ?? [];
      set({ ...textOf(newest), kept: "here" });
      await saveCopy(textNow(), revision);
      await ports.dropCopy(newest.id);
    }
    const continued = revision;
    const { draft, leaves } = await loadDraft();
    const at = draft?.revision ?? 0;
    // A text saved while this answer was in flight is newer than the answer.
    const isOvertaken = revision !== continued;
    if (stopped || leaving.size > 0 || (loaded && (at === revision || isOvertaken))) return;
    const typed = isDirty();
    revision = at;
    atServer = draft ? textOf(draft) : emptyText;
    set({ loaded: true });
    leavesElsewhere = leaves;
    // A text that is being sent is not put into the field, where it would be sent twice.
    if (!typed) set(leaves ? emptyText : atServer);
    else if (!leaves && isDirty() && continued !== at && !isFromHere(atServer))
      offer({ ...atServer, revision, copyId: null });
    offerCopies(adopts ? older : copies);
    if (others.length > 0 || leaves) return;
    if (isDirty()) later(0);
    else settle();
  }

  /**
   * Also returns whether the draft is what is being sent; if it was sent during the load, it is no longer a
   * draft.
   */
  async function loadDraft(): Promise<{ draft: Draft | null; leaves: boolean }> {
    const before = await ports.onTheirWay();
    const draft = await ports.load();
    const now = await ports.onTheirWay();
    if (now.length < before.length) return await loadDraft();
    return { draft, leaves: draft !== null && isWrittenIn(now, draft.revision) };
  }

  /** A page closed while sending may have left a copy of that text; in the field it would be sent twice. */
  async function copiesLeft(): Promise<UnsavedText[]> {
    const leaving = await ports.onTheirWay();
    const copies = await ports.copies();
    const left = copies.map((copy) => ({ ...copy, ...withoutHandedOver(textOf(copy), leaving) }));
    for (const { id } of left.filter(isBlank)) await ports.dropCopy(id);
    return left.filter((copy) => !isBlank(copy));
  }

  function offerCopies(copies: UnsavedText[]): void {
    for (const copy of copies) {
      const text = textOf(copy);
      const known = sameText(text, textNow()) || sameText(text, atServer);
      if (known) void ports.dropCopy(copy.id);
      else offer({ ...text, revision: null, copyId: copy.id });
    }
    if (isDirty() && !leavesElsewhere) void saveCopy(textNow(), revision);
  }

  async function stillLeaves(): Promise<boolean> {
    leavesElsewhere = isWrittenIn(await ports.onTheirWay(), revision);
    return leavesElsewhere;
  }

  function load(): Promise<void> {
    loading ??= loadOnce().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    try {
      if (!state.get().loaded) await load();
      while (isDirty()) {
        if (stopped || leaving.size > 0 || others.length > 0) return false;
        if (leavesElsewhere && (await stillLeaves())) return false;
        const text = textNow();
        set({ kept: "saving" });
        if (!isFromHere(text)) unanswered.push(text);
        const answer = await ports.save({ ...place, ...text, revision });
        revision = answer.saved ? answer.revision : answer.other.revision;
        atServer = answer.saved ? text : textOf(answer.other);
        if (!isFromHere(atServer)) offer({ ...atServer, revision, copyId: null });
        unanswered = [];
      }
      if (others.length > 0 || leaving.size > 0) return false;
      settle();
      return true;
    } catch (error) {
      if (stopped) return false;
      const { waits, again, words } = ports.refused(error);
      set({ kept: waits ? "here" : "refused", trouble: waits ? null : words });
      if (again) later(retryAfter);
      return false;
    }
  }

  function saveNow(): Promise<boolean> {
    saving = saving.then(save);
    return saving;
  }

  return {
    place,
    state,
    load: () =>
      load().catch((error) => {
        if (ports.refused(error).again && isDirty()) later(retryAfter);
      }),
    saveNow,
    type(text) {
      show(text);
      later(saveAfter);
    },
    choose(choice) {
      const [other, ...rest] = others;
      if (!other) return;
      others = rest;
      set({ other: rest[0] ?? null });
      if (other.copyId) void ports.dropCopy(other.copyId);
      if (choice === "use") show(textOf(other));
      if (choice === "both") show(joinTexts(textNow(), other));
      later(0);
    },
    take() {
      const text = textNow();
      leaving.set(text, text);
      clearTimeout(timer);
      set({ ...emptyText, kept: "nothing" });
      void saveUnsaved();
      return text;
    },
    settled: () => saving,
    waits(taken) {
      leaving.set(taken, emptyText);
      void saveUnsaved();
    },
    async sent(taken) {
      if (taken) leaving.delete(taken);
      leavesElsewhere = false;
      // The sent text is no longer a draft; the text typed since takes its place.
      const copied = saveUnsaved();
      if (leaving.size === 0 && isDirty()) void saveNow();
      else if (leaving.size === 0) settle();
      await copied;
    },
    continues: () => revision,
    gone(dropped) {
      if (revision !== dropped) return;
      revision = 0;
      atServer = emptyText;
    },
    putBack(text, continued) {
      leaving.delete(text);
      leavesElsewhere = false;
      // What the server saved of the text before it was sent is not a second text.
      const isOfIt = continued === revision && !isDirty();
      show(isOfIt ? text : joinTexts(text, textNow()));
      later(0);
    },
    takeBack(draft) {
      const begun = atServer;
      const now = textNow();
      revision = draft.revision;
      atServer = textOf(draft);
      const fits = !isBlank(begun) && draft.body.endsWith(begun.body);
      const top = fits ? draft.body.slice(0, -begun.body.length).trimEnd() : draft.body;
      show(sameText(now, begun) ? atServer : joinTexts({ body: top, form: draft.form }, now));
      if (isDirty()) later(0);
      else settle();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Whether one of the messages was written in this revision of the draft. */
function isWrittenIn(acts: readonly DraftBeingSent[], revision: number): boolean {
  return acts.some((act) => act.revision === revision);
}

/** Removes the text that is being sent, which precedes the text typed since. */
export function withoutHandedOver(text: DraftText, acts: readonly DraftBeingSent[]): DraftText {
  return acts.reduce((rest, act) => {
    const ids = new Set(act.files.map(({ id }) => id));
    const files = namedFiles(rest.form);
    const others = files.filter(({ id }) => !ids.has(id));
    const isAbove = rest.body === act.body || rest.body.startsWith(`${act.body}${seam}`);
    if (!isAbove || others.length + ids.size !== files.length) return rest;
    const body = rest.body.slice(act.body.length + seam.length);
    return { body, form: withFiles(rest.form, others) };
  }, text);
}
