import type { ReactNode } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { FileChips } from "./FileChips.tsx";
import { FilePicker } from "./FilePicker.tsx";
import type { Uploads } from "./uploads.ts";
import { useFileUploads } from "./use-file-uploads.ts";

/** All that a composer needs of files: what it names when it sends, and what stands below its text. */
export interface ComposerFiles {
  ids: string[];
  isBusy: boolean;
  add: (files: File[]) => void;
  restore: (files: readonly MessageFile[]) => void;
  take: Uploads["take"];
  clear: () => void;
  button: ReactNode;
  chips: ReactNode;
}

export function useComposerFiles(): ComposerFiles {
  const { uploads, remove, retry, ids, isBusy, add, restore, take, clear } = useFileUploads();
  return {
    ...{ ids, isBusy, add, restore, take, clear },
    button: <FilePicker onFiles={add} />,
    chips: <FileChips uploads={uploads} remove={remove} retry={retry} className="mt-2" />,
  };
}
