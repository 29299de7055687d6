import { ALargeSmall } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "../../../components/cn.ts";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { FormatBar, inOneRow } from "./FormatBar.tsx";
import type { MarkdownFormat } from "./markdown-edits.ts";
import { PreviewButton } from "./PreviewButton.tsx";

interface CustomerToolsProps {
  preview: boolean;
  onPreview: () => void;
  onFormat: (format: MarkdownFormat) => void;
  attach: ReactNode;
}

/** Attaching comes first, even before anything is written; on a phone the rest waits behind one button. */
export function CustomerTools({ preview, onPreview, onFormat, attach }: CustomerToolsProps) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div
      className={cn(
        "pointer-events-auto -ml-1 flex min-w-0 flex-wrap items-center max-shell:group-data-[open=false]/composer:ml-0",
        unfolded && ["max-shell:group-data-[open=true]/composer:pointer-coarse:w-full", inOneRow],
      )}
    >
      {attach}
      <IconButton
        label="Formatting"
        aria-expanded={unfolded}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setUnfolded(!unfolded)}
        className={cn("shell:hidden", notWhileClosed)}
      >
        <ALargeSmall />
      </IconButton>
      <div
        className={cn(
          "flex items-center max-shell:pointer-coarse:grow-8",
          notWhileClosed,
          !unfolded && "max-shell:hidden",
        )}
      >
        <FormatBar onFormat={onFormat} disabled={preview} />
        <PreviewButton preview={preview} onPreview={onPreview} />
      </div>
    </div>
  );
}

const notWhileClosed = "max-shell:group-data-[open=false]/composer:hidden";
