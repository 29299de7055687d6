import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useEffect, useState } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { formatSize } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogContent } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { fileAddress } from "./file-address.ts";

interface LightboxProps {
  images: readonly MessageFile[];
  first: number;
  /** Gets the focus back. */
  opener: HTMLElement;
  onClose: () => void;
}

/** The images of a message, one at a time, as large as the window allows. */
export function Lightbox({ images, first, opener, onClose }: LightboxProps) {
  const [shown, setShown] = useState(images[first]?.id);
  const at = images.findIndex(({ id }) => id === shown);
  const image = images[at];
  // Closes an image that is redacted while it is open.
  useEffect(() => {
    if (!image) onClose();
  });
  if (!image) return null;
  const step = (by: number) => setShown(images.at((at + by) % images.length)?.id);
  const several = images.length > 1;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={image.name}
        description={[
          several && `${at + 1} of ${images.length}`,
          image.width !== null && `${image.width} × ${image.height}`,
          formatSize(image.size),
        ]
          .filter(Boolean)
          .join(" · ")}
        className="h-[calc(100dvh-2rem)] max-w-240 gap-3"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          opener.focus();
        }}
        onKeyDown={(event) => {
          if (!several) return;
          if (event.key === "ArrowLeft") step(-1);
          if (event.key === "ArrowRight") step(1);
        }}
      >
        <div className="flex min-h-0 flex-1 items-center justify-center overflow-hidden rounded-md bg-muted">
          <img
            key={image.id}
            src={fileAddress(image.id)}
            alt={image.name}
            width={image.width ?? undefined}
            height={image.height ?? undefined}
            className="h-auto max-h-full w-auto max-w-full object-contain"
          />
        </div>
        <div className="flex items-center justify-between gap-2">
          <div className="flex gap-1">
            {several && (
              <>
                <IconButton label="Previous picture" shortcut="←" onClick={() => step(-1)}>
                  <ChevronLeft />
                </IconButton>
                <IconButton label="Next picture" shortcut="→" onClick={() => step(1)}>
                  <ChevronRight />
                </IconButton>
              </>
            )}
          </div>
          <Button variant="outline" size="sm" asChild>
            <a href={fileAddress(image.id)} download={image.name}>
              <Download aria-hidden /> Download picture
            </a>
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
