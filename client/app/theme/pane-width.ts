import { storeIfSpace } from "../../data/browser/local-storage.ts";
import { createStore, type Store } from "../../data/store.ts";

interface PaneWidth {
  least: number;
  usual: number;
  most: number;
}

/** The width a person gave a pane, saved in this browser. */
export interface Pane extends PaneWidth {
  name: string;
  width: Store<number>;
}

export function createPane(name: string, sizes: PaneWidth): Pane {
  const kept = Number(localStorage.getItem(keyOf(name)));
  const width = kept ? within(kept, sizes) : sizes.usual;
  return { name, ...sizes, width: createStore(width) };
}

export function setPaneWidth(pane: Pane, width: number): void {
  pane.width.set(within(Math.round(width), pane));
}

export function savePaneWidth({ name, width }: Pane): void {
  storeIfSpace(localStorage, keyOf(name), String(width.get()));
}

/** The chosen width, but at least what larger text needs. */
export function paneSize({ least }: Pane, width: number): string {
  return `max(${width}px, ${least / 16}rem)`;
}

function within(width: number, { least, most }: PaneWidth): number {
  return Math.min(most, Math.max(least, width));
}

function keyOf(name: string): string {
  return `frontdesk.pane.${name}`;
}
