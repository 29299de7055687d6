import { Kysely, type LogConfig, type Transaction } from "kysely";
import postgres from "postgres";
import { traceStatement } from "../tracing.ts";
import { arrayTypes } from "./connection/array-types.ts";
import { type Client, ConnectionLost, isConnectionFailure, onceMark } from "./connection/client.ts";
import { createDialect } from "./connection/dialect.ts";
import { eachHost, hostsOf } from "./connection/hosts.ts";
import { createPool, type Pool, type PoolLoad } from "./connection/pool.ts";
import type { DB } from "./schema.ts";

export type Database = DB;
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

interface DatabaseOptions {
  /** May name several servers; then their primary is used. */
  url: string;
  /** The maximum number of connections. */
  size: number;
  /** A statement that takes longer fails and its connection is closed. */
  deadlineMs?: number;
  /** How long a request waits for a connection before it fails as unavailable. */
  waitMs?: number;
  /** False: no prepared statements, for a pooler that shares connections by transaction. */
  prepares?: boolean;
  /** After this time a connection is replaced, once it is idle. */
  lifetimeMs?: number;
  log?: LogConfig;
  /** Called for each wait for answers of the database: for statements that are sent together, once. */
  onRoundTrip?: () => void;
}

export function openDatabase({
  url,
  size,
  deadlineMs = 10_000,
  waitMs = 5_000,
  prepares,
  lifetimeMs,
  log,
  onRoundTrip,
}: DatabaseOptions): Db {
  const open = () => openClient({ url, deadlineMs, prepares, lifetimeMs, onRoundTrip });
  const pool = createPool({ size, waitMs, open });
  const db = new Kysely<Database>({
    dialect: createDialect(pool, typeof log === "function" ? log : undefined),
    log,
  });
  pools.set(db, pool);
  return db;
}

let slow = 0;
const slowMs = 1_000;

/** How many statements of this process took longer than a second. */
export function countSlowStatements(): number {
  return slow;
}

const pools = new WeakMap<Db, Pool>();

/** How many of its connections are in use. */
export function loadOf(db: Db): PoolLoad {
  return pools.get(db)?.load() ?? { size: 0, lent: 0, waiting: 0 };
}

interface ClientOptions {
  url: string;
  deadlineMs: number;
  prepares?: boolean;
  lifetimeMs?: number;
  /** For a listening connection: called at each notification. */
  onNotify?: () => void;
  onClose?: () => void;
  onRoundTrip?: (() => void) | undefined;
}

// Missing from the driver's types. Statements wait for each other in Postgres, not here.
const oneConnection = { max: 1, max_pipeline: 10 };
/** A standby that is not yet the primary is treated as unreachable. */
const primaryOnly = { target_session_attrs: "primary" as const };
const listening = (onnotify: (() => void) | undefined) => ({ onnotify });

/**
 * The total length of a connection's prepared statements. Postgres uses up to 130 bytes per character until
 * the connection ends: at most 32 MB, whatever lists people create.
 */
const maxCachedLetters = 250_000;

/**
 * One connection. Statements that are sent together run one after the other. By default postgres.js reconnects after an error and would run the
 * next statement outside its transaction; here, a closed connection stays closed.
 */
export function openClient(options: ClientOptions): Client {
  const { url, deadlineMs, prepares = true, onNotify, onClose, onRoundTrip } = options;
  const { lifetimeMs = Number.POSITIVE_INFINITY } = options;
  const hosts = hostsOf(url);
  const address = hosts.current();
  const opened = performance.now();
  const kept = new Set<string>();
  let cachedLetters = 0;
  let unanswered = 0;
  let dead = false;
  const sql = postgres(address, {
    ...oneConnection,
    ...listening(onNotify),
    ...(eachHost(url).length > 1 ? primaryOnly : {}),
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => {
      dead = true;
      onClose?.();
    },
    connection: {
      application_name: "frontdesk",
      statement_timeout: deadlineMs,
      idle_in_transaction_session_timeout: 30_000,
      // Postgres' default, so PgBouncer has nothing to change.
      DateStyle: "ISO, MDY",
    },
    // Counts and ticket numbers are far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String }, ...arrayTypes },
    fetch_types: false,
  });

  function destroy(): void {
    dead = true;
    sql.end({ timeout: 0 }).catch(() => {});
  }

  /** Whether the statement stays prepared; those that do are counted. */
  function keeps(text: string): boolean {
    if (!prepares || text.startsWith(onceMark)) return false;
    if (!kept.has(text)) {
      kept.add(text);
      cachedLetters += text.length;
    }
    return true;
  }

  return {
    get dead() {
      return dead;
    },
    get spent() {
      return cachedLetters > maxCachedLetters || performance.now() - opened >= lifetimeMs;
    },
    destroy,
    async run(text, parameters) {
      if (dead) throw new ConnectionLost();
      if (unanswered === 0) onRoundTrip?.();
      unanswered += 1;
      const statement = sql.unsafe(text, parameters as never[] | undefined, {
        prepare: parameters !== undefined && keeps(text),
      });
      const begin = performance.now();
      let failed = true;
      try {
        const result = await withDeadline(statement, deadlineMs + 500);
        failed = false;
        return { rows: result, count: result.count, command: result.command };
      } catch (error) {
        if (isConnectionFailure(error)) {
          hosts.failed(address);
          destroy();
        }
        throw error;
      } finally {
        unanswered -= 1;
        const ms = performance.now() - begin;
        if (ms > slowMs) slow += 1;
        traceStatement(text, ms, failed);
      }
    },
    async copy(text, rows) {
      if (dead) throw new ConnectionLost();
      const statement = sql.unsafe(text);
      const refused = whenRefused(statement);
      const stream = await statement.writable();
      const taken = Promise.withResolvers<void>();
      stream.once("error", taken.reject);
      stream.end(rows, () => taken.resolve());
      await Promise.race([taken.promise, refused]);
    },
  };
}

/** Once all rows are sent, the driver reports an error only to the statement. */
function whenRefused(statement: object & { reject?: (error: unknown) => void }): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Before that, the awaiting caller gets the error.
  promise.catch(() => {});
  const { reject: reportError } = statement;
  statement.reject = (error) => {
    reject(error);
    reportError?.(error);
  };
  return promise;
}

/** A little longer than the server's timeout, which leaves the connection usable. */
async function withDeadline<T>(statement: PromiseLike<T>, ms: number): Promise<T> {
  let timer: Timer | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionLost()), ms);
  });
  try {
    return await Promise.race([statement, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
