import { Kysely, type LogConfig, type Transaction } from "kysely";
import postgres from "postgres";
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
  /** May name several servers; then the primary of them is used. */
  url: string;
  /** How many connections at most. */
  size: number;
  /** No statement takes longer: after it the connection is thrown away. */
  deadlineMs?: number;
  /** How long a request waits for a connection before it is told to come back. */
  waitMs?: number;
  /** False: no statement stays prepared, for a pooler that gives each transaction any connection. */
  prepares?: boolean;
  /** After that a connection makes way for a new one, as soon as nobody uses it. */
  lifetimeMs?: number;
  log?: LogConfig;
}

export function openDatabase({
  url,
  size,
  deadlineMs = 10_000,
  waitMs = 5_000,
  prepares,
  lifetimeMs,
  log,
}: DatabaseOptions): Db {
  const open = () => openClient({ url, deadlineMs, prepares, lifetimeMs });
  const pool = createPool({ size, waitMs, open });
  const db = new Kysely<Database>({ dialect: createDialect(pool), log });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, Pool>();

/** How much of its connections is in use at this moment. */
export function loadOf(db: Db): PoolLoad {
  return pools.get(db)?.load() ?? { size: 0, lent: 0, waiting: 0 };
}

interface ClientOptions {
  url: string;
  deadlineMs: number;
  prepares?: boolean;
  lifetimeMs?: number;
  /** For a connection that listens: somebody notified. */
  onNotify?: () => void;
  onClose?: () => void;
}

// Missing from the driver's types.
const oneAtATime = { max: 1, max_pipeline: 1 };
/** A standby that is not the primary yet is as good as one that is away. */
const primaryOnly = { target_session_attrs: "primary" as const };
const listening = (onnotify: (() => void) | undefined) => ({ onnotify });

/**
 * Of the statements that a connection keeps. Postgres holds up to 130 bytes for each letter, until
 * the connection ends: 32 MB, however many lists people make up.
 */
const mostKeptLetters = 250_000;

/**
 * One connection, one statement at a time. By itself postgres.js would connect anew after a
 * fault and run the next statement outside its transaction: here a closed connection is dead.
 */
export function openClient(options: ClientOptions): Client {
  const { url, deadlineMs, prepares = true, onNotify, onClose } = options;
  const { lifetimeMs = Number.POSITIVE_INFINITY } = options;
  const hosts = hostsOf(url);
  const address = hosts.current();
  const opened = performance.now();
  const kept = new Set<string>();
  let keptLetters = 0;
  let dead = false;
  const sql = postgres(address, {
    ...oneAtATime,
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
      // As Postgres reports it where nothing else is set: so PgBouncer has nothing to change.
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

  /** Whether it stays prepared; what stays is counted. */
  function keeps(text: string): boolean {
    if (!prepares || text.startsWith(onceMark)) return false;
    if (!kept.has(text)) {
      kept.add(text);
      keptLetters += text.length;
    }
    return true;
  }

  return {
    get dead() {
      return dead;
    },
    get spent() {
      return keptLetters > mostKeptLetters || performance.now() - opened >= lifetimeMs;
    },
    destroy,
    async run(text, parameters) {
      if (dead) throw new ConnectionLost();
      const statement = sql.unsafe(text, parameters as never[] | undefined, {
        prepare: parameters !== undefined && keeps(text),
      });
      try {
        const result = await withDeadline(statement, deadlineMs + 500);
        return { rows: result, count: result.count, command: result.command };
      } catch (error) {
        if (isConnectionFailure(error)) {
          hosts.failed(address);
          destroy();
        }
        throw error;
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

/** Once all rows are sent the driver tells nobody but the statement that they were refused. */
function whenRefused(statement: object & { reject?: (error: unknown) => void }): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Before the rows are sent, whoever awaits the statement hears of it.
  promise.catch(() => {});
  const { reject: tell } = statement;
  statement.reject = (error) => {
    reject(error);
    tell?.(error);
  };
  return promise;
}

/** A little longer than the server's own timeout, which leaves the connection whole. */
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
