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

/** The page that sent the action, while it is mounted. */
interface Hearing {
  done: (answer: never) => void;
  refused: (error: unknown) => void;
}

const hearings = new Map<string, Hearing>();
// Queued actions belong to one person and are sent for no one else.
whenForgotten(() => {
  hearings.clear();
  underWay.clear();
  clearTimeout(timer);
});

const tooOld = 12 * 60 * 60_000;
/**
 * Within this time the server surely still knows the idempotency key; a message's key lasts as long as the
 * message.
 */
const known = 23 * 60 * 60_000;

const retryAfter = 10_000;

/**
 * Sends an action now, in order. If no answer comes, it waits for the connection, along with everything done
 * after it. Resolves with the server's answer, whenever that arrives.
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
  // A message stays in progress until no copy of its draft is left; its sender reports that.
  if (!("now" in answered) || !isWritten(act)) underWay.delete(id);
  if ("now" in answered) return answered.now;
  onWait?.();
  return await answered.later;
}

/** Queues an unanswered action until the connection returns. */
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

/** Sends the queue in order. Resolves to true once it is empty. */
export function sendWaiting(personId: string, onSent?: () => void): Promise<boolean> {
  const send = () => sendInOrder(personId, onSent);
  // The failure of one run, such as a full browser store, does not affect the next.
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
  // Actions made in the meantime are appended.
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

/** Returns false if there is no answer or the session has ended: the action stays queued. */
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

/** A message that waited too long may no longer be wanted; but it may have been sent, and the answer lost. */
async function doneBefore(act: QueuedAction): Promise<Answer<CallName>> {
  const done = await findDone(act);
  if (done === null) throw new WaitedTooLong(!isWritten(act) && Date.now() - act.at > known);
  return done;
}

/** Whether the server received the action and refused it. */
function isRefusal(error: unknown): boolean {
  const { status } = readFailure(error);
  return status !== null && status < 500 && status !== 401;
}

async function settle(act: QueuedAction, answer: Answer<CallName>): Promise<void> {
  const hearing = hearings.get(act.id);
  // Before it leaves the queue: a draft loaded at this moment must find it in one place or the other.
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

/** An action that is out of date is shown and asked about, never sent. */
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
    const title = isUnknown ? `Change of ${act.what} not confirmed` : `Couldn't change ${act.what}`;
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
