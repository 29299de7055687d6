import type { ReactNode, RefObject } from "react";
import { FileDropArea } from "../../../components/files/FileDropArea.tsx";
import type { ComposerHandle } from "./Composer.tsx";

interface TakesFilesProps {
  composer: RefObject<ComposerHandle | null>;
  className: string;
  children: ReactNode;
}

/** The conversation and its composer: files let go anywhere on it go to what is being written. */
export function TakesFiles({ composer, ...props }: TakesFilesProps) {
  return (
    <FileDropArea
      onFiles={(files) => composer.current?.attach(files)}
      words={() => wordsFor(composer.current)}
      {...props}
    />
  );
}

/** Where nothing can be written any more nothing is taken either. */
function wordsFor(composer: ComposerHandle | null): string | null {
  if (!composer?.kind) return null;
  return `Drop to attach to your ${composer.kind === "note" ? "internal note" : "reply"}`;
}
