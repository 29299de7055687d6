import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type Logger,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { AppError } from "../../../shared/errors.ts";
import {
  type Client,
  isConnectionFailure,
  isOutOfSpace,
  isStalePlan,
  isTimeout,
  type StatementResult,
} from "./client.ts";
import type { Pool } from "./pool.ts";

/** Kysely over our own pool; docs/adr explains why. `log`: gets the statements that Kysely's own log does not see. */
export function createDialect(pool: Pool, log?: Logger): Dialect {
  return {
    createDriver: () => createDriver(pool, log),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** Several statements as one for Kysely, which would await each answer before it sends the next. */
interface Together extends CompiledQuery {
  all: readonly CompiledQuery[];
}

/**
 * Sends statements together: Postgres runs them one after the other, and their answers are awaited once. If one fails
 * in a transaction, Postgres refuses those after it.
 */
export async function sendTogether(
  db: Pick<Kysely<unknown>, "executeQuery">,
  all: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  const last = all.at(-1);
  if (!last) return [];
  const together: Together = { ...last, all };
  const { rows } = await db.executeQuery<QueryResult<unknown>>(together);
  return rows;
}

function createDriver(pool: Pool, log?: Logger): Driver {
  const lent = new WeakMap<DatabaseConnection, Lent>();

  function lentAs(connection: DatabaseConnection): Lent {
    const found = lent.get(connection);
    if (!found) throw new Error("This connection has been given back");
    return found;
  }

  return {
    async init() {},

    async acquireConnection() {
      const found: Lent = { client: await pool.acquire(), begin: null, begun: null };
      const connection = toConnection(found, log);
      lent.set(connection, found);
      return connection;
    },

    async beginTransaction(connection, settings) {
      lentAs(connection).begin = beginStatement(settings);
    },

    async commitTransaction(connection) {
      const { client, begin } = lentAs(connection);
      // Nothing was sent.
      if (begin !== null) return;
      const { command } = await run(client, "commit");
      if (command === "ROLLBACK") throw new AbortedTransactionError();
    },

    async rollbackTransaction(connection) {
      const { client, begin } = lentAs(connection);
      // The server rolls back when a connection is lost.
      if (client.dead || begin !== null) return;
      await client.run("rollback").catch(() => client.destroy());
    },

    async releaseConnection(connection) {
      pool.release(lentAs(connection).client);
      lent.delete(connection);
    },

    async destroy() {
      pool.close();
    },
  };
}

/** A connection in use. */
interface Lent {
  client: Client;
  /** The beginning of a transaction that is sent with its first statement. */
  begin: string | null;
  /** Set until it has begun. */
  begun: Promise<unknown> | null;
}

/**
 * Sends the beginning of a transaction. Statements that only read or lock are sent together with it, without waiting
 * for its answer. Others wait: if the beginning failed, they would be committed on their own.
 */
async function begin(lent: Lent, statements: readonly CompiledQuery[]): Promise<void> {
  if (lent.begin !== null) {
    lent.begun = sendBegin(lent, lent.begin);
    // It is awaited with a statement, unless that fails first.
    lent.begun.catch(() => {});
    lent.begin = null;
  }
  if (lent.begun && !statements.every(({ sql }) => /^\s*select\b/i.test(sql))) await lent.begun;
}

async function sendBegin(lent: Lent, text: string): Promise<void> {
  try {
    await run(lent.client, text);
    lent.begun = null;
  } catch (error) {
    lent.client.destroy();
    throw error;
  }
}

function toConnection(lent: Lent, log?: Logger): DatabaseConnection {
  const send = async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    const { rows, count } = await run(lent.client, sql, parameters);
    return {
      rows: rows as Row[],
      numAffectedRows: count === null ? undefined : BigInt(count),
    };
  };
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { all = null } = query as Partial<Together>;
      await begin(lent, all ?? [query]);
      const { begun } = lent;
      if (all === null) {
        const result = await send<Row>(query);
        await begun;
        return result;
      }
      const sent = await Promise.allSettled(all.map((one) => send(one)));
      await begun;
      const results = sent.map((one) => {
        if (one.status === "rejected") throw one.reason;
        return one.value;
      });
      for (const one of all.slice(0, -1)) {
        await log?.({ level: "query", query: one, queryDurationMillis: 0 });
      }
      return { rows: results as Row[] };
    },
    async *streamQuery() {
      yield* [];
      throw new Error("Read in pages instead of streaming");
    },
  };
}

/** An unreachable or overloaded database is reported as unavailable, so that the caller can retry. */
async function run(
  client: Client,
  text: string,
  parameters?: readonly unknown[],
): Promise<StatementResult> {
  try {
    return await client.run(text, parameters);
  } catch (error) {
    if (isStalePlan(error)) {
      client.destroy();
      throw new AppError("unavailable", { retryAfterSeconds: 1 }, { cause: error });
    }
    if (isConnectionFailure(error) || isTimeout(error) || isOutOfSpace(error)) {
      throw new AppError("unavailable", { retryAfterSeconds: 2 }, { cause: error });
    }
    throw error;
  }
}

function beginStatement({ isolationLevel, accessMode }: TransactionSettings): string {
  const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : "";
  return `begin${isolation}${accessMode ? ` ${accessMode}` : ""}`;
}
