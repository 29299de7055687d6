import { readCookie } from "./cookies.ts";

/**
 * fetch for our own /node addresses: sends the cookies and, with whatever changes something, the
 * anti-forgery header. Where the server says that the pair is stale (signed in or out in another
 * tab) or missing, its refusal brings a new one, with which the call is sent once more.
 */
export async function send(address: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!init.method || init.method === "GET") {
    return fetch(address, { ...init, credentials: "same-origin" });
  }
  const answer = await sendChange(address, init);
  if (!(await refusedAsForgery(answer))) return answer;
  return sendChange(address, init);
}

function sendChange(address: string | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("X-XSRF-TOKEN", readCookie("XSRF-TOKEN") ?? "");
  return fetch(address, { ...init, headers, credentials: "same-origin" });
}

async function refusedAsForgery(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  return /"code":\s*"forgery"/.test(await answer.clone().text());
}
