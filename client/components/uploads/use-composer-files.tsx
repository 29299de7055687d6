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

/** All that a composer needs of files: what it names when it sends, and what stands below its text. */
export interface ComposerFiles {
  ids: string[];
  /** Some are still on their way, or did not get there: nothing is sent without them unnoticed. */
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
    ...{ add, clear },
    button: <FilePicker onFiles={add} />,
    chips: <FileChips uploads={uploads} remove={remove} retry={retry} className="mt-2" />,
  };
}

/**
 * The files of what is written in one place: as its text they wait there when somebody goes
 * elsewhere, and those of a note are not those of the reply beside it.
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

/** The draft names what is at the desk, so that another page of theirs has it too. */
function saveFiles(keeper: DraftStore, uploads: Uploads): void {
  const { body, form } = keeper.state.get();
  const files = uploads.list.get().flatMap(({ file }) => file ?? []);
  const idsOf = (some: typeof files) => some.map(({ id }) => id).join();
  if (idsOf(files) === idsOf(namedFiles(form))) return;
  keeper.type({ body, form: withFiles(form, files) });
}
