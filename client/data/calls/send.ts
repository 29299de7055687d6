import { readCookie } from "../browser/cookies.ts";
import {
  checkOffline,
  OfflineError,
  offlineMessages,
  offlineSince,
  untilOffline,
} from "../connection.ts";

/**
 * fetch for our own /node addresses: sends the cookies and, with whatever changes something, the
 * anti-forgery header. Where the server says that the pair is stale (signed in or out in another
 * tab) or missing, its refusal brings a new one, with which the call is sent once more. Without a line
 * it is not even tried: whoever waits for it is told at once.
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
  headers.set("X-XSRF-TOKEN", readCookie("XSRF-TOKEN") ?? "");
  return await fetchOrGiveUp(address, { ...init, headers }, offlineMessages.notAnswered);
}

/**
 * The desk ends what it has not answered for half a minute. Whoever hears nothing of that asked on a
 * connection that is dead, as after a sleep, and would wait for as long as the browser believes in it.
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
