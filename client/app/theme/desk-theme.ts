import type { DeskTheme } from "../../../shared/desk.ts";
import { createStore } from "../../data/store.ts";
import { deskName } from "../navigation/page.ts";

/** The desk's picture; the server has put its address into the page. */
export const deskLogo = createStore<string | null>(
  metaContent("desk-logo")?.match(/^\/.+/)?.[0] ?? null,
);

/** Whether its mail goes out, which the page says too: nothing is promised that does not come. */
export const deskSendsMail = createStore(metaContent("desk-mail") !== "kept");

/** Shows the desk as it is now, wherever it stands on the page. */
export function applyDeskTheme({ name, logo, colours, sendsMail }: DeskTheme): void {
  deskName.set(name);
  deskLogo.set(logo);
  deskSendsMail.set(sendsMail);
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

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
