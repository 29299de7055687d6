import { type Client, isConnectionFailure } from "./client.ts";

/** What is between this server and Postgres, as seen from two connections. */
export interface Passage {
  /** Each transaction may get another backend, so nothing can be kept in a session. */
  shares: boolean;
  /** A transaction can be held open. */
  holds: boolean;
  /** Prepared statements work nevertheless: the pooler prepares them where needed. */
  prepares: boolean;
  /** Postgres applies our statement timeout; false where the setting did not get through. */
  limitsTime: boolean;
}

const asks = 6;

/**
 * Two open connections have different backends, unless a pooler shares them by transaction: then one may get
 * the backend that the other has just used.
 */
export async function inspectPooler(one: Client, other: Client): Promise<Passage> {
  const ofOne = new Set<unknown>();
  const ofOther = new Set<unknown>();
  for (let turn = 0; turn < asks; turn += 1) {
    ofOne.add(await askOnce(one, "select pg_backend_pid()"));
    ofOther.add(await askOnce(other, "select pg_backend_pid()"));
  }
  const shares = ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther);
  const limit = await askOnce(one, "select current_setting('statement_timeout')");
  const limitsTime = limit !== "0";
  if (!shares) return { shares, holds: true, prepares: true, limitsTime };
  const holds = await holdsTransaction(one);
  return { shares, holds, prepares: holds && (await preparesForUs(one)), limitsTime };
}

async function holdsTransaction(client: Client): Promise<boolean> {
  try {
    await client.run("begin");
    await client.run("commit");
    return true;
  } catch (error) {
    // A pooler in statement mode ends the connection.
    if (isConnectionFailure(error)) return false;
    throw error;
  }
}

/** PgBouncer 1.21 and newer track prepared statements, if configured. */
async function preparesForUs(client: Client): Promise<boolean> {
  try {
    await client.run("begin");
    await client.run("select $1::int as kept", [1]);
    const names = "select count(*) from pg_prepared_statements where name like 'PGBOUNCER\\_%'";
    const count = Number(await askOnce(client, names));
    await client.run("commit");
    return count > 0;
  } catch (error) {
    if (isConnectionFailure(error)) throw error;
    await client.run("rollback").catch(() => client.destroy());
    return false;
  }
}

async function askOnce(client: Client, text: string): Promise<unknown> {
  const { rows } = await client.run(text);
  return Object.values(rows[0] ?? {})[0];
}
