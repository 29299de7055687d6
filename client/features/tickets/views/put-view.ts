import type { SavedView } from "../../../../shared/saved-views.ts";

/** In the order that the desk has them in. What a colleague shares no longer is theirs alone. */
export function putView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  if (!view.shared && !view.mine) return others;
  return [...others, view].sort((a, b) => names.compare(a.name, b.name));
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
