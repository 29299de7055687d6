import type { ReactNode, RefObject } from "react";
import { FileDropArea } from "../../../components/uploads/FileDropArea.tsx";
import type { ComposerHandle } from "./Composer.tsx";

interface TakesFilesProps {
  composer: RefObject<ComposerHandle | null>;
  className: string;
  children: ReactNode;
}

/** The conversation and its composer: files dropped anywhere here are attached. */
export function ComposerDropArea({ composer, ...props }: TakesFilesProps) {
  return (
    <FileDropArea
      onFiles={(files) => composer.current?.attach(files)}
      words={() => wordsFor(composer.current)}
      {...props}
    />
  );
}

function wordsFor(composer: ComposerHandle | null): string | null {
  if (!composer?.kind) return null;
  return `Drop to attach to your ${composer.kind === "note" ? "internal note" : "reply"}`;
}
