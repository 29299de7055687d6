import type { DeskTheme } from "../../../shared/desk.ts";
import { createStore } from "../../data/store.ts";
import { deskName } from "../navigation/page.ts";

/** The desk's logo; the server renders its address into the page. */
export const deskLogo = createStore<string | null>(
  metaContent("desk-logo")?.match(/^\/.+/)?.[0] ?? null,
);

/** Whether the desk sends mail; the server renders this into the page too. */
export const deskSendsMail = createStore(metaContent("desk-mail") !== "kept");

/** Applies the desk's name, logo and colours to the page. */
export function applyDeskTheme({ name, logo, colours, sendsMail }: DeskTheme): void {
  deskName.set(name);
  deskLogo.set(logo);
  deskSendsMail.set(sendsMail);
  const page = document.documentElement;
  const worn = getComputedStyle(page);
  // Setting a variable on the root recalculates every style, so unchanged colours are skipped.
  const changed = accents.filter((key) => worn.getPropertyValue(key) !== (colours?.[key] ?? ""));
  // `initial` overrides the variable rendered into the page and restores the default of styles.css.
  for (const key of changed) page.style.setProperty(key, colours?.[key] ?? "initial");
}

/** The variables through which styles.css reads the desk's accent. */
const accents = [
  "--desk-primary",
  "--desk-selected",
  "--desk-selected-foreground",
  "--desk-primary-dark",
  "--desk-primary-foreground-dark",
  "--desk-selected-dark",
  "--desk-selected-foreground-dark",
];

function metaContent(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
