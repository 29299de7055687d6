import { createStore } from "./store.ts";

/** Since when the server is unreachable; null while it can be reached. */
export const offlineSince = createStore<number | null>(
  globalThis.navigator?.onLine === false ? Date.now() : null,
);

/** A stream that reconnects within this time does not count as offline. */
const patienceMs = 4_000;

/** How often an unreachable server is probed, and how long each probe waits. */
const pauseMs = 3_000;
const answerMs = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Reports what the live stream knows: streams break and return for many reasons. */
export function reportConnection(isUp: boolean): void {
  const isGone = offlineSince.get() !== null;
  // This report may be older than the browser's offline event, so the server is probed anyway.
  if (isUp && !(isGone && navigator.onLine === false)) connectionRestored();
  if (isUp || isGone) return;
  const since = Date.now();
  timer ??= setTimeout(() => void loseUnlessAnswered(since), patienceMs);
}

/** Without a stream, nothing is known about the connection. */
export const forgetConnection = connectionRestored;

/** Marks the server as unreachable and probes it until it answers. */
export function connectionLost(since = Date.now()): void {
  stopWaiting();
  if (offlineSince.get() === null) offlineSince.set(since);
  asking ??= setTimeout(askAgain, pauseMs);
}

/** Called when any call is answered. */
export function connectionRestored(): void {
  stopWaiting();
  clearTimeout(asking);
  asking = undefined;
  offlineSince.set(null);
}

/** After a failed call: whether the connection is the reason. */
export async function checkOffline(): Promise<boolean> {
  if (offlineSince.get() !== null || (await deskAnswers())) return offlineSince.get() !== null;
  connectionLost();
  return true;
}

/** A signal that is aborted when the connection is lost, since no answer will arrive. */
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

/** Calls may still pass when only the stream is blocked. */
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

/** The server cannot be reached. The message says what happened to the call. */
export class OfflineError extends Error {}

export const offlineMessages = {
  notLoaded: "You're offline. This couldn't be loaded.",
  notSent: "You're offline. Nothing was sent.",
  notAnswered: "You're offline. There was no answer.",
};

/** Also finds it inside the error that tRPC wraps around it. */
export function findOfflineError(error: unknown): OfflineError | null {
  if (error instanceof OfflineError) return error;
  return error instanceof Error && error.cause instanceof OfflineError ? error.cause : null;
}
