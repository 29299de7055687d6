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
  const { style } = document.documentElement;
  for (const variable of worn) style.removeProperty(variable);
  worn = Object.keys(colours ?? cameWith);
  // `initial` holds against what came with the page, and lets styles.css have its own.
  for (const variable of worn) style.setProperty(variable, colours?.[variable] ?? "initial");
}

let worn: string[] = [];

/** What the page's own style sheet may have set. */
const cameWith = {
  "--desk-primary": "",
  "--desk-selected": "",
  "--desk-selected-foreground": "",
  "--desk-primary-dark": "",
  "--desk-primary-foreground-dark": "",
  "--desk-selected-dark": "",
  "--desk-selected-foreground-dark": "",
};
