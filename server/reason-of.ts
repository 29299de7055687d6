/**
 * The cause of an unavailable service, for the log: its code or class. Never its message, in which Postgres
 * may quote a statement or a value.
 */
export function reasonOf(error: unknown): string {
  let reason = "unknown";
  for (let cause = error; cause !== undefined; cause = causeOf(cause)) reason = nameOf(cause);
  return reason;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** A cause that is a string is one of our own. */
function nameOf(cause: unknown): string {
  if (typeof cause === "string") return cause;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause ? String(cause.code) : cause.name;
}
