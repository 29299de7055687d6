import { writeLater, writeNow } from "./log-lines.ts";

/** One line of JSON an event. Fields hold ids and numbers, never bodies, passwords or tokens. */
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
