import { mayLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { hasFilesUnderWay } from "../../components/files/under-way.ts";
import { turnsOver } from "../../data/calls/in-turn.ts";
import { bringDraftsHome } from "../../data/drafts/keepers.ts";
import { signingOut } from "../../data/errors.ts";
import { sendWaiting } from "../../data/offline/outbox.ts";
import { waitingCount } from "../../data/offline/waiting-count.ts";
import { whenForgotten } from "../../data/session/forget.ts";
import { createStore } from "../../data/store.ts";

interface LeaveQuestion {
  answer: (leave: boolean) => void;
}

/** Asked where something that was written cannot be brought to the server before leaving. */
export const leaveQuestion = createStore<LeaveQuestion | null>(null);

whenForgotten(() => leaveQuestion.get()?.answer(false));

/** How long leaving waits for a server that does not answer. */
const patience = 5_000;

/** Before a session ends by hand: the server gets what was written, or the person decides. */
export async function readyToLeave(personId: string): Promise<boolean> {
  if (!(await mayLeaveForms())) return false;
  signingOut.set(true);
  const saved = await Promise.race([
    bringAllHome(personId),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), patience)),
  ]).finally(() => signingOut.set(false));
  if (saved) return true;
  return await new Promise((resolve) => {
    leaveQuestion.set({
      answer(leave) {
        leaveQuestion.set(null);
        resolve(leave);
      },
    });
  });
}

/** What was written and what waits: true once nothing of it is in this browser alone. */
export async function bringAllHome(personId: string): Promise<boolean> {
  await turnsOver();
  const sent = waitingCount.get() === 0 || (await sendWaiting(personId));
  return (await bringDraftsHome(personId)) && sent && !hasFilesUnderWay();
}
