import type { ReactNode } from "react";
import { sendFile } from "../../data/calls/send-file.ts";
import { offlineSince } from "../../data/connection.ts";
import { namedFiles, withFiles } from "../../data/drafts/text.ts";
import type { DraftStore } from "../../data/drafts/types.ts";
import { sessionExpired } from "../../data/errors.ts";
import { whenForgotten } from "../../data/session/forget.ts";
import { useStore } from "../../data/store.ts";
import { FileChips } from "./FileChips.tsx";
import { FilePicker } from "./FilePicker.tsx";
import { askBeforeLeaving } from "./in-progress.ts";
import { createUploads, type Uploads } from "./uploads.ts";

/** What a composer needs from its files: their ids when sending, and the chips below its text. */
export interface ComposerFiles {
  ids: string[];
  /** Some are still uploading or have failed: nothing is sent without them unnoticed. */
  holdUp: "busy" | "trouble" | null;
  hasAny: boolean;
  add: (files: File[]) => void;
  clear: () => void;
  button: ReactNode;
  chips: ReactNode;
}

export function useComposerFiles(keeper: DraftStore): ComposerFiles {
  const { list, add, clear, remove, retry } = draftFiles(keeper);
  const uploads = useStore(list);
  const isBusy = uploads.some(({ state }) => state === "waiting" || state === "sending");
  const hasTrouble = uploads.some(({ state }) => state === "failed");
  return {
    ids: uploads.flatMap(({ file }) => (file ? [file.id] : [])),
    holdUp: isBusy ? "busy" : hasTrouble ? "trouble" : null,
    hasAny: uploads.length > 0,
    add,
    clear,
    button: <FilePicker onFiles={add} />,
    chips: <FileChips uploads={uploads} remove={remove} retry={retry} className="mt-2" />,
  };
}

/**
 * The files of one draft. Like its text, they stay when the person navigates away, and a note's files are
 * separate from the reply's.
 */
function draftFiles(keeper: DraftStore): Uploads {
  const known = uploadsOf.get(keeper);
  if (known) return known;
  const uploads = createUploads({ send: sendFile });
  uploadsOf.set(keeper, uploads);
  const follow = () => uploads.settle(namedFiles(keeper.state.get().form));
  follow();
  const stops = [
    askBeforeLeaving(uploads),
    keeper.state.subscribe(follow),
    uploads.list.subscribe(() => saveFiles(keeper, uploads)),
    offlineSince.subscribe(() => offlineSince.get() === null && uploads.retryAll()),
    sessionExpired.subscribe(() => sessionExpired.get() || uploads.retryAll()),
  ];
  letGo.push(() => {
    for (const stop of stops) stop();
    uploads.clear();
  });
  return uploads;
}

const uploadsOf = new WeakMap<DraftStore, Uploads>();
let letGo: (() => void)[] = [];

whenForgotten(() => {
  for (const each of letGo) each();
  letGo = [];
});

/** Saves the uploaded files in the draft, so that the person's other pages have them, too. */
function saveFiles(keeper: DraftStore, uploads: Uploads): void {
  const { body, form } = keeper.state.get();
  const files = uploads.list.get().flatMap(({ file }) => file ?? []);
  const idsOf = (some: typeof files) => some.map(({ id }) => id).join();
  if (idsOf(files) === idsOf(namedFiles(form))) return;
  keeper.type({ body, form: withFiles(form, files) });
}
