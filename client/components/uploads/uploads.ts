import { clientErrorMessages } from "../../../shared/client-error-messages.ts";
import { fileLimits, isInlineImage } from "../../../shared/files.ts";
import { composerLimits, type MessageFile } from "../../../shared/tickets/page.ts";
import type { sendFile } from "../../data/calls/send-file.ts";
import { type Failure, handleCallError, readFailure } from "../../data/errors.ts";
import { createStore, type Store } from "../../data/store.ts";

/** A file that is being uploaded, or already is. */
export interface Upload {
  key: number;
  name: string;
  size: number;
  /** A blob URL, shown while it is uploading. */
  preview: string | null;
  state: "waiting" | "sending" | "done" | "failed";
  progress: number;
  /** Why it failed. */
  trouble: string | null;
  /** Whether retrying the same file may succeed. */
  canRetry: boolean;
  file: MessageFile | null;
}

export interface Uploads {
  list: Store<readonly Upload[]>;
  add(files: readonly File[]): void;
  /** Sets the uploaded files; those still uploading are unaffected. */
  settle(files: readonly MessageFile[]): void;
  remove(key: number): void;
  retry(key: number): void;
  /** Retries what failed because of the connection or the session. */
  retryAll(): void;
  clear(): void;
}

interface Options {
  send: typeof sendFile;
  most?: number;
  atOnce?: number;
}

/** The files of one message being written; only a few upload at the same time. */
export function createUploads({ send, most = composerLimits.files, atOnce = 3 }: Options): Uploads {
  const list = createStore<readonly Upload[]>([]);
  const sources = new Map<number, { file: File; stop: AbortController }>();
  let nextKey = 1;

  const change = (key: number, changed: Partial<Upload>) =>
    list.set(list.get().map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)));

  function begin(): void {
    const sending = list.get().filter(({ state }) => state === "sending").length;
    const waiting = list.get().filter(({ state }) => state === "waiting");
    for (const { key } of waiting.slice(0, Math.max(0, atOnce - sending))) void bring(key);
  }

  async function bring(key: number): Promise<void> {
    const source = sources.get(key);
    if (!source) return;
    change(key, { state: "sending", progress: 0, trouble: null });
    try {
      const file = await send(source.file, {
        signal: source.stop.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      change(key, { state: "done", progress: 1, file, name: file.name });
    } catch (error) {
      if (!source.stop.signal.aborted) change(key, { state: "failed", ...errorOf(error) });
    }
    begin();
  }

  function enter(file: File): Upload {
    const key = nextKey++;
    const trouble = refusalOf(file);
    sources.set(key, { file, stop: new AbortController() });
    return {
      key,
      name: file.name || "file",
      size: file.size,
      preview: isInlineImage(file.type) && !trouble ? URL.createObjectURL(file) : null,
      state: trouble ? "failed" : "waiting",
      progress: 0,
      trouble,
      canRetry: false,
      file: null,
    };
  }

  function forget({ key, preview }: Upload): void {
    sources.get(key)?.stop.abort();
    sources.delete(key);
    if (preview) URL.revokeObjectURL(preview);
  }

  return {
    list,
    add(files) {
      const room = most - list.get().length;
      const taken = files.slice(0, Math.max(0, room)).map(enter);
      const left = files.slice(taken.length).map((file) => ({
        ...enter(new File([], file.name)),
        size: file.size,
        trouble: `A message can have up to ${most} files. Send this one with another message.`,
      }));
      list.set([...list.get(), ...taken, ...left]);
      begin();
    },
    settle(files) {
      const wanted = new Set(files.map(({ id }) => id));
      const before = list.get();
      const stay = before.filter(({ file }) => !file || wanted.has(file.id));
      const known = new Set(stay.map(({ file }) => file?.id));
      const come = files.filter(({ id }) => !known.has(id)).map(atTheDesk);
      if (come.length === 0 && stay.length === before.length) return;
      for (const upload of before) if (!stay.includes(upload)) forget(upload);
      list.set([...come.map((upload) => ({ ...upload, key: nextKey++ })), ...stay]);
    },
    remove(key) {
      const upload = list.get().find((one) => one.key === key);
      if (upload) forget(upload);
      list.set(list.get().filter((one) => one.key !== key));
      begin();
    },
    retry(key) {
      change(key, { state: "waiting", trouble: null });
      begin();
    },
    retryAll() {
      const again = list.get().filter(({ state, canRetry }) => state === "failed" && canRetry);
      for (const { key } of again) change(key, { state: "waiting", trouble: null });
      begin();
    },
    clear() {
      for (const upload of list.get()) forget(upload);
      list.set([]);
    },
  };
}

/** Checked before uploading, since the server would refuse it. */
function refusalOf({ size }: File): string | null {
  if (size === 0) return clientErrorMessages.file_empty;
  return size > fileLimits.bytes ? clientErrorMessages.file_too_large : null;
}

function errorOf(error: unknown): Pick<Upload, "trouble" | "canRetry"> {
  const failure = readFailure(error);
  const { status } = failure;
  // The session alert is raised here; other errors are shown next to the file.
  handleCallError(error, { showsError: true });
  const canRetry = status === null || status === 401 || status === 408 || status >= 429;
  return { trouble: wordsOf(failure), canRetry };
}

function wordsOf({ status, offline, message }: Failure): string {
  if (offline) return "You're offline. The upload continues when you're back online.";
  if (status === null) return "Couldn't upload this file. Try again.";
  if (status === 401) return "Your session has ended. Sign in again, then try again.";
  return message;
}

function atTheDesk(file: MessageFile): Upload {
  return {
    key: 0,
    name: file.name,
    size: file.size,
    preview: null,
    state: "done",
    progress: 1,
    trouble: null,
    canRetry: false,
    file,
  };
}
