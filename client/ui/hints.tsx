import { Suspense, useEffect, useState } from "react";
import { HintBubble } from "./hint-bubble-part.ts";

/** Shows the words of whatever <Hint> is pointed at, has the keyboard's focus or is pressed long. */
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

/** Nobody asks what something is before there is a pointer or the keyboard's focus: until then this is all. */
function listen(show: (target: HTMLElement | null) => void): () => void {
  const stop = new AbortController();
  let last: PointerEvent | FocusEvent | null = null;
  const begin = async (event: PointerEvent | FocusEvent) => {
    const isFirst = last === null;
    last = event;
    if (!isFirst) return;
    const code = await import("./follow-hints.ts").catch(() => null);
    if (stop.signal.aborted) return;
    if (!code) {
      last = null;
      return;
    }
    waiting.abort();
    stop.signal.addEventListener("abort", code.followHints(show, last));
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
