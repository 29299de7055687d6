import { readCookie } from "../browser/cookies.ts";
import { NoLine, noLineWords } from "../line/no-line.ts";
import { isLineDown, offlineSince, untilLineLost } from "../line/online.ts";

/**
 * fetch for our own /node addresses: sends the cookies and, with whatever changes something, the
 * anti-forgery header. Where the server says that the pair is stale (signed in or out in another
 * tab) or missing, its refusal brings a new one, with which the call is sent once more.
 */
export async function send(address: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!init.method || init.method === "GET") return sendRead(address, init);
  const answer = await sendChange(address, init);
  if (!(await refusedAsForgery(answer))) return answer;
  return sendChange(address, init);
}

/** Without a line it is not even tried: whoever waits for it is told at once. */
async function sendRead(address: string | URL, init: RequestInit): Promise<Response> {
  if (offlineSince.get() !== null) throw new NoLine(noLineWords.notLoaded);
  const line = untilLineLost();
  const signal = init.signal ? AbortSignal.any([init.signal, line.signal]) : line.signal;
  try {
    return await fetch(address, { ...init, signal, credentials: "same-origin" });
  } catch (error) {
    if (!init.signal?.aborted && (await isLineDown())) throw new NoLine(noLineWords.notLoaded);
    throw error;
  } finally {
    line.stop();
  }
}

async function sendChange(address: string | URL, init: RequestInit): Promise<Response> {
  if (offlineSince.get() !== null) throw new NoLine(noLineWords.notSent);
  const headers = new Headers(init.headers);
  headers.set("X-XSRF-TOKEN", readCookie("XSRF-TOKEN") ?? "");
  try {
    return await fetch(address, { ...init, headers, credentials: "same-origin" });
  } catch (error) {
    if (await isLineDown()) throw new NoLine(noLineWords.notAnswered);
    throw error;
  }
}

async function refusedAsForgery(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  return /"code":\s*"forgery"/.test(await answer.clone().text());
}
