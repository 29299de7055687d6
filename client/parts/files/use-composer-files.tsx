import type { ReactNode } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { FileChips } from "./FileChips.tsx";
import { FilePicker } from "./FilePicker.tsx";
import { useFileUploads } from "./use-file-uploads.ts";

/** All that a composer needs of files: what it names when it sends, and what stands below its text. */
export interface ComposerFiles {
  ids: string[];
  isBusy: boolean;
  add: (files: File[]) => void;
  restore: (files: readonly MessageFile[]) => void;
  clear: () => void;
  button: ReactNode;
  chips: ReactNode;
}

export function useComposerFiles(): ComposerFiles {
  const { uploads, remove, retry, ids, isBusy, add, restore, clear } = useFileUploads();
  return {
    ...{ ids, isBusy, add, restore, clear },
    button: <FilePicker onFiles={add} />,
    chips: <FileChips uploads={uploads} remove={remove} retry={retry} className="mt-2" />,
  };
}
