import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../../app/lazy/lazy-component.ts";

const HintBubble = lazyComponent(() => import("./hint-bubble.tsx"), "HintBubble");

/** Shows the hint of the hovered or long-pressed element, or of one reached by Tab or an arrow key. */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => listen(setTarget), []);
  return (
    target && (
      <Suspense fallback={null}>
        <HintBubble target={target} onClose={() => setTarget(null)} />
      </Suspense>
    )
  );
}

/** The keys that move the focus. */
const moves = /^(Tab|Arrow.*|Home|End|Page.*)$/;

/** The code is loaded when an element with a hint is first hovered or focused. */
function listen(show: (target: HTMLElement | null) => void): () => void {
  const stop = new AbortController();
  let isMoving = false;
  const noteKey = (event: Event) => {
    isMoving = event instanceof KeyboardEvent && moves.test(event.key);
  };
  for (const type of ["keydown", "pointerdown"] as const) {
    document.addEventListener(type, noteKey, { signal: stop.signal, capture: true });
  }
  let pressed: PointerEvent | null = null;
  let last: PointerEvent | FocusEvent | null = null;
  const begin = async (event: PointerEvent | FocusEvent) => {
    if (event.type === "pointerdown") pressed = event as PointerEvent;
    const isFirst = last === null;
    if (isFirst && !(event.target instanceof Element && event.target.closest("[data-hint]")))
      return;
    last = event;
    if (!isFirst) return;
    const code = await import("./follow-hints.ts").catch(() => null);
    if (stop.signal.aborted) return;
    if (!code) {
      last = null;
      return;
    }
    waiting.abort();
    stop.signal.addEventListener(
      "abort",
      code.followHints(
        show,
        () => void HintBubble.preload(),
        { pressed, last },
        () => isMoving,
      ),
    );
  };
  const waiting = new AbortController();
  for (const type of ["pointerover", "pointerdown", "pointerup", "focusin"] as const) {
    document.addEventListener(type, begin, { signal: waiting.signal, capture: true });
  }
  return () => {
    waiting.abort();
    stop.abort();
  };
}
