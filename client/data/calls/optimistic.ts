import { whenForgotten } from "../session/forget.ts";

const shown = new Set<() => void>();
whenForgotten(() => shown.clear());

/**
 * Shows a change before it is answered, and again above what is read meanwhile, which may be from
 * before it; so what is shown twice is the same as shown once. Until what is returned is called: once it
 * is answered, whatever was said.
 */
export function showOptimistically(show: () => void): () => void {
  show();
  // Of two that show the same each ends by itself.
  const own = () => show();
  shown.add(own);
  return () => void shown.delete(own);
}

/** An answer has come. */
export function reapplyOptimistic(): void {
  for (const show of shown) show();
}
