import { formatNumber } from "../components/format/format.ts";
import { notify } from "../components/notices.ts";
import { dropRow, saveRow } from "./browser/browser-store.ts";
import { runQueued } from "./calls/change-queue.ts";
import { connectionLost, connectionRestored, offlineSince } from "./connection.ts";
import { draftStore, dropCopiesOf } from "./drafts/draft-stores.ts";
import { withFiles } from "./drafts/text.ts";
import { errorReason, handleCallError, readFailure, WaitedTooLong } from "./errors.ts";
import {
  type Act,
  type Answer,
  actsOf,
  type CallName,
  findDone,
  isWritten,
  type QueuedAction,
  sendAction,
  underWay,
  type Written,
} from "./queued-actions.ts";
import { setWaitingCount, waitingCount } from "./queued-count.ts";
import { whenForgotten } from "./session/forget.ts";

/** The page that the act was made on, for as long as it is there. */
interface Hearing {
  done: (answer: never) => void;
  refused: (error: unknown) => void;
}

const hearings = new Map<string, Hearing>();
// What waits is of somebody: it is sent for nobody else.
whenForgotten(() => {
  hearings.clear();
  underWay.clear();
  clearTimeout(timer);
});

const tooOld = 12 * 60 * 60_000;
/** So long the desk surely knows the key of what it has done; that of a message as long as that exists. */
const known = 23 * 60 * 60_000;

const retryAfter = 10_000;

/**
 * Does it now, in its turn. What nobody answers waits for the line, and so does all that is done
 * after it; the answer is the server's own, whenever it comes.
 */
export async function sendOrWait<Name extends CallName>(
  act: Act<Name>,
  turn: string,
  onWait?: () => void,
): Promise<Answer<Name>> {
  const id = act.input.requestId;
  underWay.set(id, { ...act, id, at: Date.now() } as QueuedAction);
  const answered = await runQueued(turn, async () => {
    if (waitingCount.get() > 0) return await waitForConnection(act);
    try {
      return { now: await sendAction(act) };
    } catch (error) {
      if (readFailure(error).status === null) return await waitForConnection(act);
      handleCallError(error, { showsError: true });
      throw error;
    }
  }).catch((error) => {
    underWay.delete(id);
    throw error;
  });
  // What was written is under way until no copy of its draft has it: whoever sent it says so.
  if (!("now" in answered) || !isWritten(act)) underWay.delete(id);
  if ("now" in answered) return answered.now;
  onWait?.();
  return await answered.later;
}

/** Keeps an act that nobody answered, to be sent when the line is back. */
async function waitForConnection<Name extends CallName>(act: Act<Name>) {
  const id = act.input.requestId;
  const isBehind = waitingCount.get() > 0;
  const later = new Promise<Answer<Name>>((done, refused) => {
    hearings.set(id, { done, refused });
  });
  await saveRow("outbox", { ...act, id, at: Date.now() });
  setWaitingCount((await actsOf(act.personId)).length);
  if (isBehind && offlineSince.get() === null) void sendWaiting(act.personId);
  else {
    connectionLost();
    sendLater(act.personId);
  }
  return { later };
}

/** Sends what waits, in its order. True once nothing waits any more. */
export function sendWaiting(personId: string, onSent?: () => void): Promise<boolean> {
  const send = () => sendInOrder(personId, onSent);
  // What one time failed by, as a store of the browser that is full, is no matter of the next.
  sending = sending.then(send, send);
  return sending;
}

let sending: Promise<boolean> = Promise.resolve(true);

let timer: ReturnType<typeof setTimeout> | undefined;

function sendLater(personId: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(personId), retryAfter);
}

async function sendInOrder(personId: string, onSent?: () => void): Promise<boolean> {
  clearTimeout(timer);
  let sent = false;
  // What is done while these are sent comes behind them.
  for (let acts = await actsOf(personId); acts.length > 0; acts = await actsOf(personId)) {
    for (const act of acts) {
      if (!(await sendOne(act))) {
        setWaitingCount((await actsOf(personId)).length);
        return false;
      }
      sent = true;
      onSent?.();
    }
  }
  setWaitingCount(0);
  if (sent && navigator.onLine) connectionRestored();
  return true;
}

/** False where nobody answers, or the session has ended: it goes on waiting. */
async function sendOne(act: QueuedAction): Promise<boolean> {
  try {
    await settle(act, await (Date.now() - act.at > tooOld ? doneBefore(act) : sendAction(act)));
    return true;
  } catch (error) {
    if (isRefusal(error) || error instanceof WaitedTooLong) {
      await giveBack(act, error);
      return true;
    }
    if (readFailure(error).status === 401) handleCallError(error, undefined);
    else {
      connectionLost();
      sendLater(act.personId);
    }
    return false;
  }
}

/** Once it waited too long nobody may mean it any more; but it may have been done, and its answer lost. */
async function doneBefore(act: QueuedAction): Promise<Answer<CallName>> {
  const done = await findDone(act);
  if (done === null) throw new WaitedTooLong(!isWritten(act) && Date.now() - act.at > known);
  return done;
}

/** The desk heard of it, and will not have it. */
function isRefusal(error: unknown): boolean {
  const { status } = readFailure(error);
  return status !== null && status < 500 && status !== 401;
}

async function settle(act: QueuedAction, answer: Answer<CallName>): Promise<void> {
  const hearing = hearings.get(act.id);
  // While it still waits: whoever loads a draft in this moment finds it neither there nor in a copy.
  if (!hearing && isWritten(act)) await dropCopiesOf(act);
  hearings.delete(act.id);
  await dropRow("outbox", act.id);
  if (hearing) hearing.done(answer as never);
  else if (isWritten(act)) {
    const keeper = keeperOf(act);
    void keeper.sent();
    void keeper.load();
  } else if ("refusals" in answer) notifyError(act, answer);
}

/** What can no longer be meant as it was is shown and asked, never sent. */
async function giveBack(act: QueuedAction, error: unknown): Promise<void> {
  const hearing = hearings.get(act.id);
  hearings.delete(act.id);
  const { message: why, isUnknown } = readFailure(error);
  if (hearing) hearing.refused(error);
  else if (isWritten(act)) {
    await dropCopiesOf(act);
    const keeper = keeperOf(act);
    await keeper.load();
    const text = { body: act.input.body, form: withFiles(null, act.files ?? []) };
    keeper.putBack(text, act.input.draftRevision);
    notify({
      kind: "error",
      title: `Your ${act.call} to ${act.what} wasn't sent`,
      message: `${why} Its text is in the draft of ${act.what}.`,
    });
  } else {
    const title = isUnknown ? `${act.what} may not have changed` : `Couldn't change ${act.what}`;
    notify({ kind: "error", title, message: why });
  }
  await dropRow("outbox", act.id);
}

function notifyError({ what }: QueuedAction, { refusals }: Answer<"bulk">): void {
  const [first] = refusals;
  if (!first) return;
  notify({
    kind: "error",
    title: `Couldn't change ${formatNumber(refusals.length)} of ${what}`,
    message: errorReason(first.subject, first.message),
  });
}

function keeperOf({ personId, input, call }: Written) {
  return draftStore(personId, { ticketId: input.id, kind: call });
}
