import type { NavigateFunction } from "react-router-dom";
import { logout } from "../../data/calls/api.ts";
import { signingOut } from "../../data/errors.ts";
import { clearBrowserStores, forgetShell } from "../../data/session/forget.ts";
import { readyToLeave } from "./leaving.ts";
import { loginWith } from "./login-message.ts";
import { tellOtherTabs } from "./tabs.ts";

/** Saves what was written, ends the session on the server and leaves for /login. */
export async function signOut(
  navigate: NavigateFunction,
  message: string,
  personId: string,
): Promise<void> {
  if (!(await readyToLeave(personId))) return;
  signingOut.set(true);
  try {
    await logout();
    await leaveForLogin(navigate, message);
  } finally {
    signingOut.set(false);
  }
}

/**
 * Where the server has ended the session: to /login, with nothing of this person left in the
 * browser, and the other tabs along. The query cache goes with the shell it belongs to.
 */
export async function leaveForLogin(
  navigate: NavigateFunction,
  message: string,
  email?: string,
): Promise<void> {
  navigate(loginWith(message), { state: { email } });
  forgetShell();
  await clearBrowserStores();
  tellOtherTabs("signed-out");
}
