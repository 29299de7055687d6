import { useEffect, useRef } from "react";

/** In place of the palette whose code did not come: what is typed on is meant for it, and is no key of the page. */
export function CommandsMissing({ words, onClose }: { words: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label="Commands"
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
      onBlur={onClose}
      className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-135 rounded-lg border bg-popover p-4 text-popover-foreground shadow-float outline-none"
    >
      <p role="alert">{words}</p>
      <p className="mt-1 text-muted-foreground text-xs">Escape closes this.</p>
    </div>
  );
}
