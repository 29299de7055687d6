import type { ReactNode } from "react";
import type { DraftKeeper } from "../../data/drafts/types.ts";
import { useStore } from "../../data/store.ts";
import { draftFiles } from "./draft-files.ts";
import { FileChips } from "./FileChips.tsx";
import { FilePicker } from "./FilePicker.tsx";

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

export function useComposerFiles(keeper: DraftKeeper): ComposerFiles {
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
