import { whenForgotten } from "../session/forget.ts";

const shown = new Set<() => void>();
whenForgotten(() => shown.clear());

/**
 * Shows a change before the server answers, and reapplies it to every answer read in the meantime, which may
 * predate it. `show` must therefore be idempotent. Ends when the returned function is called.
 */
export function showOptimistically(show: () => void): () => void {
  show();
  // A new function each time, so that two equal changes end separately.
  const own = () => show();
  shown.add(own);
  return () => void shown.delete(own);
}

/** Called when an answer has arrived. */
export function reapplyOptimistic(): void {
  for (const show of shown) show();
}
