import { Kysely, type LogConfig, type Transaction } from "kysely";
import postgres from "postgres";
import { arrayTypes } from "./array-types.ts";
import { type Client, ConnectionLost, isConnectionFailure } from "./client.ts";
import { createDialect } from "./dialect.ts";
import { createPool } from "./pool.ts";
import type { DB } from "./schema.ts";

export type Database = DB;
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export interface DatabaseOptions {
  url: string;
  /** How many connections at most. */
  size: number;
  /** No statement takes longer: after it the connection is thrown away. */
  deadlineMs?: number;
  /** How long a request waits for a connection before it is told to come back. */
  waitMs?: number;
  log?: LogConfig;
}

export function openDatabase({
  url,
  size,
  deadlineMs = 10_000,
  waitMs = 5_000,
  log,
}: DatabaseOptions): Db {
  const pool = createPool({ size, waitMs, open: () => openClient(url, deadlineMs) });
  return new Kysely<Database>({ dialect: createDialect(pool), log });
}

// max_pipeline is missing from the driver's types.
const oneAtATime = { max: 1, max_pipeline: 1 };

/**
 * One connection, one statement at a time. By itself postgres.js would connect anew after a
 * fault and run the next statement outside its transaction: here a closed connection is dead.
 */
function openClient(url: string, deadlineMs: number): Client {
  let dead = false;
  const sql = postgres(url, {
    ...oneAtATime,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => {
      dead = true;
    },
    connection: {
      application_name: "frontdesk",
      statement_timeout: deadlineMs,
      idle_in_transaction_session_timeout: 30_000,
    },
    // Counts and ticket numbers are far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String }, ...arrayTypes },
    fetch_types: false,
  });

  function destroy(): void {
    dead = true;
    sql.end({ timeout: 0 }).catch(() => {});
  }

  return {
    get dead() {
      return dead;
    },
    destroy,
    async run(text, parameters) {
      if (dead) throw new ConnectionLost();
      const statement = sql.unsafe(text, parameters as never[] | undefined, {
        prepare: parameters !== undefined,
      });
      try {
        const result = await withDeadline(statement, deadlineMs + 500);
        return { rows: result, count: result.count, command: result.command };
      } catch (error) {
        if (isConnectionFailure(error)) destroy();
        throw error;
      }
    },
  };
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
