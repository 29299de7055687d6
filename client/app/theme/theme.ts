import type { Theme } from "../../../shared/users.ts";
import { setCookie } from "../../data/browser/cookies.ts";

const cookieName = "frontdesk_theme";

/** Shows the theme at once and keeps it in a cookie, so that the next load starts in it. */
export function setTheme(next: Theme): void {
  document.documentElement.classList.remove("light", "dark", "system");
  document.documentElement.classList.add(next);
  setCookie(cookieName, next);
}
