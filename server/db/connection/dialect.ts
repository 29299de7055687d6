import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
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

/** Kysely over our own pool; docs/adr explains why. */
export function createDialect(pool: Pool): Dialect {
  return {
    createDriver: () => createDriver(pool),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

function createDriver(pool: Pool): Driver {
  const clients = new WeakMap<DatabaseConnection, Client>();

  function clientOf(connection: DatabaseConnection): Client {
    const client = clients.get(connection);
    if (!client) throw new Error("This connection has been given back");
    return client;
  }

  return {
    async init() {},

    async acquireConnection() {
      const client = await pool.acquire();
      const connection = toConnection(client);
      clients.set(connection, client);
      return connection;
    },

    async beginTransaction(connection, settings) {
      await run(clientOf(connection), beginStatement(settings));
    },

    async commitTransaction(connection) {
      const { command } = await run(clientOf(connection), "commit");
      if (command === "ROLLBACK") throw new AbortedTransactionError();
    },

    async rollbackTransaction(connection) {
      const client = clientOf(connection);
      // The server rolls back when a connection is lost.
      if (client.dead) return;
      await client.run("rollback").catch(() => client.destroy());
    },

    async releaseConnection(connection) {
      pool.release(clientOf(connection));
      clients.delete(connection);
    },

    async destroy() {
      pool.close();
    },
  };
}

function toConnection(client: Client): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, count } = await run(client, sql, parameters);
      return {
        rows: rows as Row[],
        numAffectedRows: count === null ? undefined : BigInt(count),
      };
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
