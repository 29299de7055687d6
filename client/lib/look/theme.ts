import type { Theme } from "../../../shared/users.ts";
import { keepCookie, readCookie } from "../browser/cookies.ts";
import { createStore, useStore } from "../store.ts";

const cookieName = "frontdesk_theme";
const theme = createStore<Theme>(asTheme(readCookie(cookieName)));

/** Shows the theme at once and keeps it in a cookie, so that the next load starts in it. */
export function setTheme(next: Theme): void {
  document.documentElement.classList.remove("light", "dark", "system");
  document.documentElement.classList.add(next);
  keepCookie(cookieName, next);
  theme.set(next);
}

export function useTheme(): Theme {
  return useStore(theme);
}

function asTheme(value: string | null): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
