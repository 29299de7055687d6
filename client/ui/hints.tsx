import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../lib/lazy-part.ts";

const HintBubble = lazyPart(() => import("./hint-bubble.tsx"), "HintBubble");

const openAfter = 350;
const closeAfter = 120;

/** Shows the words of whatever <Hint> is pointed at or has the keyboard's focus. */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => followHints(setTarget), []);
  return (
    target && (
      <Suspense fallback={null}>
        <HintBubble target={target} onClose={() => setTarget(null)} />
      </Suspense>
    )
  );
}

function followHints(show: (target: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (delay: number, target: HTMLElement | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(target), delay);
  };
  const stop = new AbortController();
  const on = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, listener, { signal: stop.signal, capture: true });

  on("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const hinted = hintedAt(event.target);
    if (hinted) HintBubble.preload();
    // Whoever moves onto the bubble itself wants to read on.
    if (isBubble(event.target)) clearTimeout(timer);
    else later(hinted ? openAfter : closeAfter, hinted);
  });
  on("pointerdown", () => later(0, null));
  on("focusin", (event) => {
    const hinted = hintedAt(event.target);
    if (hinted?.matches(":focus-visible")) later(0, hinted);
  });
  on("focusout", () => later(0, null));
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function hintedAt(target: EventTarget | null): HTMLElement | null {
  const hinted = target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
  // What it opened stands there: words above that would only be in the way.
  return hinted?.matches('[aria-haspopup][aria-expanded="true"]') ? null : hinted;
}

function isBubble(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-slot="hint"]') !== null;
}
