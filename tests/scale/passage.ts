import { sql } from "kysely";
import type { Client } from "../../server/db/connection/client.ts";
import { openClient, openDatabase } from "../../server/db/database.ts";
import type { Pair } from "./cluster.ts";
import type { Finding } from "./desk.ts";
import type { Pooler } from "./pooler.ts";

/** A feature of Postgres, and whether it works behind a pooler. */
export interface Passing {
  what: string;
  works: string;
}

/** Prepared statements in transactions of eight connections. */
export async function keepsStatements({ url }: Pooler): Promise<Passing> {
  const db = openDatabase({ url, size: 8 });
  let failed = 0;
  const wanted = 400;
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let turn = 0; turn < wanted / 8; turn += 1) {
        await db
          .transaction()
          .execute(async (tx) => {
            await sql`select ${worker}::int + ${turn % 5}::int`.execute(tx);
          })
          .catch(() => {
            failed += 1;
          });
      }
    }),
  );
  await db.destroy();
  const works = failed === 0 ? "works" : `${failed} of ${wanted} transactions failed`;
  return { what: "prepared statements that are kept", works };
}

export async function hears({ url }: Pooler, pair: Pair): Promise<Passing> {
  let heard = 0;
  const onNotify = () => {
    heard += 1;
  };
  const listener = openClient({ url, deadlineMs: 5_000, onNotify });
  const others = [1, 2, 3].map(() => openClient({ url, deadlineMs: 5_000 }));
  const direct = openClient({ url: pair.appUrl, deadlineMs: 5_000 });
  const sent = 20;
  await listener.run("listen scale_test");
  for (let turn = 0; turn < sent; turn += 1) {
    // Other connections come and go, as requests do.
    for (const other of others) await other.run("select 1");
    await direct.run("select pg_notify('scale_test', '')", []);
    await Bun.sleep(20);
  }
  for (const client of [listener, ...others, direct]) client.destroy();
  const works = heard === sent ? "works" : `${heard} of ${sent} notices heard`;
  return { what: "LISTEN", works };
}

/** Whether a backend is exclusive: two open connections never share it. */
export async function holdsLocks({ url }: Pooler): Promise<Passing> {
  return await withTwo(url, async (one, other) => {
    const first = await askOnce(one, "select pg_try_advisory_lock(4711)");
    const second = await askOnce(other, "select pg_try_advisory_lock(4711)");
    await askOnce(one, "select pg_advisory_unlock_all()");
    const works = first === true && second === false ? "works" : "two hold the same lock";
    return { what: "advisory locks of a session", works };
  });
}

export async function keepsSettings({ url }: Pooler): Promise<Passing> {
  return await withTwo(url, async (one, other) => {
    await askOnce(one, "select set_config('desk.mine', 'yes', false)");
    const others = await askOnce(other, "select current_setting('desk.mine', true)");
    await askOnce(one, "select set_config('desk.mine', '', false)");
    return {
      what: "SET for a session",
      works: others === "yes" ? "seen by another connection" : "works",
    };
  });
}

export async function hasItsLimit({ url }: Pooler): Promise<Finding> {
  return await withTwo(url, async (one) => {
    const limit = String(await askOnce(one, "select current_setting('statement_timeout')"));
    return { what: "a time limit for each statement", seen: limit, holds: limit === "10s" };
  });
}

async function withTwo<T>(
  url: string,
  act: (one: Client, other: Client) => Promise<T>,
): Promise<T> {
  const [one, other] = [
    openClient({ url, deadlineMs: 5_000 }),
    openClient({ url, deadlineMs: 5_000 }),
  ];
  try {
    for (const client of [one, other]) await client.run("select 1");
    return await act(one, other);
  } finally {
    one.destroy();
    other.destroy();
  }
}

async function askOnce(client: Client, text: string): Promise<unknown> {
  return Object.values((await client.run(text)).rows[0] ?? {})[0];
}
