import type { Theme } from "../../../shared/users.ts";
import { setCookie } from "../../data/browser/cookies.ts";

const cookieName = "frontdesk_theme";

/** Applies the theme and saves it in a cookie for the next load. */
export function setTheme(next: Theme): void {
  document.documentElement.classList.remove("light", "dark", "system");
  document.documentElement.classList.add(next);
  setCookie(cookieName, next);
}
