import * as Tooltip from "radix-ui/tooltip";
import { useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { HintSide } from "./tooltip.tsx";

interface HintBubbleProps {
  target: HTMLElement;
  onClose: () => void;
}

export function HintBubble({ target, onClose }: HintBubbleProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { hint, hintShortcut, hintSide } = target.dataset;
  const { left, top, width, height } = target.getBoundingClientRect();

  useLayoutEffect(() => {
    const id = anchor.current?.getAttribute("aria-describedby");
    if (!id || target.getAttribute("aria-label") === hint) return;
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) target.setAttribute("aria-describedby", before);
      else target.removeAttribute("aria-describedby");
    };
  }, [target, hint]);

  useEffect(() => {
    const listener = ({ key }: KeyboardEvent) => {
      // Closed before the key is handled, which is meant for what is below.
      if (key === "Escape") flushSync(onClose);
    };
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [onClose]);

  return (
    <Tooltip.Provider>
      <Tooltip.Root key={`${left} ${top}`} open onOpenChange={(open) => open || onClose()}>
        <Tooltip.Trigger asChild>
          <span
            ref={anchor}
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            data-slot="hint"
            side={(hintSide as HintSide | undefined) ?? "bottom"}
            sideOffset={6}
            collisionPadding={8}
            collisionBoundary={target.closest("[data-hint-bounds]")}
            className="pointer-events-none z-80 flex max-w-80 animate-fade-in items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs"
          >
            {hint}
            {hintShortcut && (
              <kbd className="rounded-sm border border-background/30 px-1 font-sans text-2xs">
                {hintShortcut}
              </kbd>
            )}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
