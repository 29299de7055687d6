import { createStore } from "./store.ts";

/** Since when the desk cannot be reached; null while it can. */
export const offlineSince = createStore<number | null>(
  globalThis.navigator?.onLine === false ? Date.now() : null,
);

/** A stream that is back within this long was never gone. */
const patienceMs = 4_000;

/** How often a desk that is gone is asked whether it is back, and how long it may think. */
const pauseMs = 3_000;
const answerMs = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;

/** What the live stream knows of the line: it breaks and comes back for many reasons. */
export function reportConnection(isUp: boolean): void {
  const isGone = offlineSince.get() !== null;
  // Told before the browser knew better, it may be heard only now: the desk is asked anyway.
  if (isUp && !(isGone && navigator.onLine === false)) connectionRestored();
  if (isUp || isGone) return;
  const since = Date.now();
  timer ??= setTimeout(() => void loseUnlessAnswered(since), patienceMs);
}

/** Nobody follows the line any more: of it nothing is known. */
export const forgetConnection = connectionRestored;

/** Nothing answers, or the browser says so: the desk is asked until it does. */
export function connectionLost(since = Date.now()): void {
  stopWaiting();
  if (offlineSince.get() === null) offlineSince.set(since);
  asking ??= setTimeout(askAgain, pauseMs);
}

/** Something was answered. */
export function connectionRestored(): void {
  stopWaiting();
  clearTimeout(asking);
  asking = undefined;
  offlineSince.set(null);
}

/** Of a call that failed: whether it is the line. */
export async function checkOffline(): Promise<boolean> {
  if (offlineSince.get() !== null || (await deskAnswers())) return offlineSince.get() !== null;
  connectionLost();
  return true;
}

/** Aborted as soon as the line is lost: what is under way then is answered by nobody. */
export function untilOffline(): { signal: AbortSignal; stop: () => void } {
  const lost = new AbortController();
  const stop = offlineSince.subscribe(() => offlineSince.get() === null || lost.abort());
  return { signal: lost.signal, stop };
}

export function whenOnline(): Promise<void> {
  if (offlineSince.get() === null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = offlineSince.subscribe(() => {
      if (offlineSince.get() !== null) return;
      stop();
      resolve();
    });
  });
}

/** Where the stream alone is held up, calls still pass. */
async function loseUnlessAnswered(since: number): Promise<void> {
  const waited = timer;
  const answers = await deskAnswers();
  if (timer !== waited) return;
  if (answers) stopWaiting();
  else connectionLost(since);
}

async function askAgain(): Promise<void> {
  const asked = asking;
  const answers = await deskAnswers();
  if (asking !== asked) return;
  if (answers) connectionRestored();
  else asking = setTimeout(askAgain, pauseMs);
}

function deskAnswers(): Promise<boolean> {
  const init = { cache: "no-store", signal: AbortSignal.timeout(answerMs) } as const;
  return fetch("/healthz", init).then(
    ({ ok }) => ok,
    () => false,
  );
}

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}

if (offlineSince.get() !== null) connectionLost();
addEventListener("offline", () => connectionLost());
addEventListener("online", connectionRestored);

/** The desk cannot be reached. Its message says what came of the call. */
export class OfflineError extends Error {}

export const offlineMessages = {
  notLoaded: "You're offline. This couldn't be loaded.",
  notSent: "You're offline. Nothing was sent.",
  notAnswered: "You're offline. There was no answer.",
};

/** Also inside the error that a typed call wraps around it. */
export function findOfflineError(error: unknown): OfflineError | null {
  if (error instanceof OfflineError) return error;
  return error instanceof Error && error.cause instanceof OfflineError ? error.cause : null;
}
