import type { NavigateFunction } from "react-router-dom";
import { canLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { hasUploadsInProgress } from "../../components/uploads/in-progress.ts";
import { logout } from "../../data/calls/api.ts";
import { queuesEmpty } from "../../data/calls/change-queue.ts";
import { saveAllDrafts } from "../../data/drafts/draft-stores.ts";
import { signingOut } from "../../data/errors.ts";
import { sendWaiting } from "../../data/offline-queue.ts";
import { waitingCount } from "../../data/queued-count.ts";
import { clearBrowserStores, forgetShell, whenForgotten } from "../../data/session/forget.ts";
import { createStore } from "../../data/store.ts";
import { loginWith } from "./login-message.ts";
import { notifyOtherTabs } from "./tabs.ts";

interface LeavePrompt {
  answer: (leave: boolean) => void;
}

/** Asked if something cannot be saved on the server before signing out. */
export const leavePrompt = createStore<LeavePrompt | null>(null);

whenForgotten(() => leavePrompt.get()?.answer(false));

/** How long signing out waits for the server. */
const saveTimeout = 5_000;

/** Saves drafts and sends the queue before signing out. If that fails, asks whether to discard them. */
export async function readyToLeave(personId: string): Promise<boolean> {
  if (!(await canLeaveForms())) return false;
  signingOut.set(true);
  const saved = await Promise.race([
    saveEverything(personId),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), saveTimeout)),
  ]).finally(() => signingOut.set(false));
  if (saved) return true;
  return await new Promise((resolve) => {
    leavePrompt.set({
      answer(leave) {
        leavePrompt.set(null);
        resolve(leave);
      },
    });
  });
}

/** Sends the queue and saves all drafts. Returns true if nothing is left in this browser only. */
export async function saveEverything(personId: string): Promise<boolean> {
  await queuesEmpty();
  const sent = waitingCount.get() === 0 || (await sendWaiting(personId));
  return (await saveAllDrafts(personId)) && sent && !hasUploadsInProgress();
}

/** Saves unsaved work, ends the session on the server and goes to /login. */
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
 * After the server has ended the session: goes to /login, clears everything of this person in the
 * browser and notifies the other tabs. Leaving the shell clears the query cache.
 */
export async function leaveForLogin(
  navigate: NavigateFunction,
  message: string,
  email?: string,
): Promise<void> {
  navigate(loginWith(message), { state: { email } });
  forgetShell();
  await clearBrowserStores();
  notifyOtherTabs("signed-out");
}
