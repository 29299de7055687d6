/** Marks a statement with parameters that is not worth preparing. */
export const onceMark = "/* once */";

/** One connection to Postgres, as used by the pool and the dialect. */
export interface Client {
  readonly dead: boolean;
  /** Usable, but old or with large caches: its current user may finish, and it is not lent again. */
  readonly spent: boolean;
  /**
   * With parameters, even an empty list, the statement is prepared and cached, unless it is marked as rarely
   * repeated.
   */
  run(text: string, parameters?: readonly unknown[]): Promise<StatementResult>;
  /** Sends rows in the binary format of COPY, for a statement that reads them from stdin. */
  copy(text: string, rows: Uint8Array): Promise<void>;
  destroy(): void;
}

export interface StatementResult {
  rows: readonly unknown[];
  count: number | null;
  command: string | null;
}

export class ConnectionLost extends Error {
  constructor() {
    super("The connection to the database is lost");
    this.name = "ConnectionLost";
  }
}

const brokenCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  // Postgres: admin shutdown, crash shutdown, cannot connect now, too many connections, idle in transaction
  // timeout.
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "25P03",
  // A standby refuses writes: after a failover this connection leads to the wrong server.
  "25006",
]);

/** The connection is lost or was never established. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return brokenCodes.has(code) || code.startsWith("08");
}

/** Cancelled by statement_timeout: the connection remains usable. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === "57014" || (error instanceof Error && codeOf(error.cause) === "57014");
}

/** Disk full or broken, or out of memory: works again once there is space. */
export function isOutOfSpace(error: unknown): boolean {
  // Postgres: insufficient resources, disk full, out of memory, a limit of its settings, I/O error.
  return ["53000", "53100", "53200", "53400", "58030"].includes(codeOf(error));
}

/** Others hold the locks that this transaction needs: nothing of it was done, and it can be retried. */
export function isLockConflict(error: unknown): boolean {
  // Postgres: deadlock detected, lock not available within lock_timeout.
  return ["40P01", "55P03"].includes(codeOf(error));
}

/**
 * A statement was prepared before the next release added a column to what it returns: a new connection prepares it
 * again.
 */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === "0A000" && error instanceof Error && /cached plan/.test(error.message);
}

/** The name of the violated constraint, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !codeOf(error).startsWith("23")) return null;
  return "constraint_name" in error ? String(error.constraint_name) : null;
}

/** Text that Postgres cannot store: NUL, or invalid UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  return ["22021", "22P05"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
