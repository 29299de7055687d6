import type { ErrorCode } from "../../../shared/errors.ts";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { readCookie } from "../browser/cookies.ts";
import {
  checkOffline,
  OfflineError,
  offlineMessages,
  offlineSince,
  untilOffline,
} from "../connection.ts";
import { ApiError } from "./api.ts";

interface Sending {
  /** From 0 to 1: the share that the browser has sent. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  headers?: Record<string, string>;
}

interface Answer<Body> {
  status: number;
  body: Body & { code?: ErrorCode; message?: string };
}

/** Uploads one file. */
export async function sendFile(
  file: File,
  sending: Sending,
  address = "/node/files",
): Promise<MessageFile> {
  const { file: kept } = await sendBytes<{ file?: MessageFile }>(address, file, sending);
  if (kept) return kept;
  throw new ApiError("", undefined);
}

/** Sends raw bytes by XMLHttpRequest, since fetch reports no upload progress. */
export async function sendBytes<Body>(
  address: string,
  file: File,
  sending: Sending,
): Promise<Body> {
  let answer = await postSurely<Body>(address, file, sending);
  if (answer.body.code === "forgery") {
    // After signing in or out in another tab, the refusal sets a new token pair.
    answer = await postSurely(address, file, sending);
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300) return body;
  throw new ApiError(body.message ?? "", body.code && { code: body.code, httpStatus: status });
}

/** A restarted server drops the connection and accepts the retry a moment later. */
async function postSurely<Body>(address: string, file: File, sending: Sending) {
  if (offlineSince.get() !== null) throw new OfflineError(offlineMessages.notSent);
  const act = () => postOnLine<Body>(address, file, sending);
  return await act().catch(async (error) => {
    if (sending.signal.aborted) throw error;
    if (await checkOffline()) throw new OfflineError(offlineMessages.notAnswered);
    return await act();
  });
}

async function postOnLine<Body>(address: string, file: File, sending: Sending) {
  const line = untilOffline();
  const signal = AbortSignal.any([sending.signal, line.signal]);
  try {
    return await post<Body>(address, file, { ...sending, signal });
  } finally {
    line.stop();
  }
}

function post<Body>(
  address: string,
  file: File,
  { onProgress, signal, headers = {} }: Sending,
): Promise<Answer<Body>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.setRequestHeader("X-File-Name", encodeURIComponent(file.name.toWellFormed()));
    request.setRequestHeader("X-XSRF-TOKEN", readCookie("XSRF-TOKEN") ?? "");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new ApiError("", undefined));
    const cancel = () => reject(new DOMException("Cancelled", "AbortError"));
    request.onabort = cancel;
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    // An XMLHttpRequest that was never sent fires no abort event.
    if (signal.aborted) cancel();
    else request.send(file);
  });
}

function parsed<Body>(text: string): Answer<Body>["body"] {
  try {
    return JSON.parse(text);
  } catch {
    return {} as Answer<Body>["body"];
  }
}
