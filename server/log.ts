import { writeSync } from "node:fs";

/** One line of JSON per event. Fields hold ids and numbers, never texts, passwords or tokens. */
export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
}

export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const lowest = logLevels.indexOf(level);
  const at = (name: LogLevel) => {
    if (logLevels.indexOf(name) < lowest) return () => {};
    const put = write ?? (name === "warn" || name === "error" ? writeNow : writeLater);
    return (event: string, fields?: LogFields, cause?: unknown) =>
      put(
        JSON.stringify({
          time: new Date().toISOString(),
          level: name,
          event,
          ...fields,
          ...(cause === undefined ? {} : { cause: describeCause(cause) }),
        }),
      );
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The stack and the code; not `detail`, in which Postgres quotes the values of a row. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = "code" in cause && typeof cause.code === "string" ? `[${cause.code}] ` : "";
  return `${code}${cause.stack ?? cause.message}`;
}

const standardError = 2;
const patienceMs = 50;
const mostWaiting = 64 * 1024;

/** How often, and at what interval, the exiting process retries writing the rest. */
const lastTries = 400;
const lastPauseMs = 5;

let waiting = "";
let rest = Buffer.alloc(0);
let timer: Timer | undefined;

/**
 * To standard error. A system call per line would cost more than all else about it, so request lines are
 * buffered for a moment; they are lost only if the process is killed.
 */
function writeLater(line: string): void {
  waiting += `${line}\n`;
  if (waiting.length > mostWaiting) flush();
  else timer ??= setTimeout(flush, patienceMs).unref();
}

/** Errors are written immediately, after everything before them. */
function writeNow(line: string): void {
  waiting += `${line}\n`;
  flush();
}

/** Whether everything is written. What a full pipe does not accept stays first in the buffer. */
function flush(): boolean {
  clearTimeout(timer);
  timer = undefined;
  let bytes = waiting ? Buffer.concat([rest, Buffer.from(waiting)]) : rest;
  waiting = "";
  while (bytes.length > 0) {
    const taken = take(bytes);
    if (taken === 0) timer ??= setTimeout(flush, patienceMs).unref();
    if (taken === 0) break;
    bytes = bytes.subarray(taken);
  }
  rest = bytes;
  return rest.length === 0;
}

function take(bytes: Buffer): number {
  try {
    return writeSync(standardError, bytes);
  } catch (error) {
    if (isFull(error)) return 0;
    // The reader has closed the pipe.
    return bytes.length;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

process.on("exit", () => {
  for (let tries = lastTries; !flush() && tries > 0; tries--) Bun.sleepSync(lastPauseMs);
});
