import type { DeskLook } from "../../../shared/desk.ts";
import { deskName } from "../place/page.ts";
import { createStore } from "../store.ts";

/** The desk's picture; the server has put its address into the page. */
export const deskLogo = createStore<string | null>(
  document.querySelector<HTMLMetaElement>('meta[name="desk-logo"]')?.content.match(/^\/.+/)?.[0] ??
    null,
);

/** Shows the desk as it is now, wherever it stands on the page. */
export function wearDesk({ name, logo, colours }: DeskLook): void {
  deskName.set(name);
  deskLogo.set(logo);
  const page = document.documentElement;
  const worn = getComputedStyle(page);
  // What changes at the root has the style of the whole page reckoned anew: no colour is set twice.
  const changed = accents.filter((key) => worn.getPropertyValue(key) !== (colours?.[key] ?? ""));
  // `initial` holds against what came with the page, and lets styles.css have its own.
  for (const key of changed) page.style.setProperty(key, colours?.[key] ?? "initial");
}

/** The variables by which styles.css takes a desk's own accent. */
const accents = [
  "--desk-primary",
  "--desk-selected",
  "--desk-selected-foreground",
  "--desk-primary-dark",
  "--desk-primary-foreground-dark",
  "--desk-selected-dark",
  "--desk-selected-foreground-dark",
];
