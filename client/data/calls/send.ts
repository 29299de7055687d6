import { readCookie } from "../browser/cookies.ts";
import {
  checkOffline,
  OfflineError,
  offlineMessages,
  offlineSince,
  untilOffline,
} from "../connection.ts";

/**
 * fetch for our own /node addresses: sends cookies and, for requests that change something, the anti-forgery
 * header. If the server answers that the token pair is missing or stale (after signing in or out in another
 * tab), its answer sets a new one and the call is sent again. When offline, it fails immediately.
 */
export async function send(address: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!init.method || init.method === "GET") return sendRead(address, init);
  const answer = await sendChange(address, init);
  if (!(await refusedAsForgery(answer))) return answer;
  return sendChange(address, init);
}

async function sendRead(address: string | URL, init: RequestInit): Promise<Response> {
  if (offlineSince.get() !== null) throw new OfflineError(offlineMessages.notLoaded);
  return await fetchOrGiveUp(address, init, offlineMessages.notLoaded);
}

async function sendChange(address: string | URL, init: RequestInit): Promise<Response> {
  if (offlineSince.get() !== null) throw new OfflineError(offlineMessages.notSent);
  const headers = new Headers(init.headers);
  headers.set("X-XSRF-TOKEN", readCookie("XSRF-TOKEN") ?? (await firstToken()));
  return await fetchOrGiveUp(address, { ...init, headers }, offlineMessages.notAnswered);
}

/** A page whose first call changes something, such as that of an invitation, has no token yet. */
async function firstToken(): Promise<string> {
  await fetchOrGiveUp("/node/token", {}, offlineMessages.notSent);
  return readCookie("XSRF-TOKEN") ?? "";
}

/**
 * The server answers within 30 seconds. No answer after that means a dead connection, for example after
 * sleep, which the browser would keep waiting on.
 */
const patienceMs = 35_000;

async function fetchOrGiveUp(
  address: string | URL,
  init: RequestInit,
  withoutLine: string,
): Promise<Response> {
  const line = untilOffline();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("", "TimeoutError")), patienceMs);
  const signals = [line.signal, late.signal, ...(init.signal ? [init.signal] : [])];
  try {
    const signal = AbortSignal.any(signals);
    return await fetch(address, { ...init, signal, credentials: "same-origin" });
  } catch (error) {
    if (!init.signal?.aborted && (await checkOffline())) throw new OfflineError(withoutLine);
    throw error;
  } finally {
    clearTimeout(timer);
    line.stop();
  }
}

async function refusedAsForgery(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  return /"code":\s*"forgery"/.test(await answer.clone().text());
}
