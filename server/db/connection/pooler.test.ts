import { expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { openClient, openDatabase } from "../database.ts";
import type { Client } from "./client.ts";
import { inspectPooler } from "./pooler.ts";

const database = setUpTestDatabase();

async function withThree<T>(
  act: (one: Client, other: Client, third: Client) => Promise<T>,
): Promise<T> {
  const open = () => openClient({ url: database.url, deadlineMs: 5_000 });
  const three = [open(), open(), open()] as const;
  try {
    return await act(...three);
  } finally {
    for (const client of three) client.destroy();
  }
}

test("without a pooler each connection has its own backend", async () => {
  expect(await withThree(inspectPooler)).toEqual({
    shares: false,
    holds: true,
    prepares: true,
    limitsTime: true,
  });
});

test("two connections that share a backend by turns are recognised", async () => {
  // As with a pooler in transaction mode.
  const seen = await withThree((one) => inspectPooler(one, one));
  expect(seen).toEqual({ shares: true, holds: true, prepares: false, limitsTime: true });
});

test("a pooler that switches backends is recognised", async () => {
  const seen = await withThree((one, other, third) => {
    let turn = 0;
    const changing: Client = {
      ...one,
      dead: false,
      run(text, parameters) {
        turn += 1;
        return (turn % 2 === 0 ? one : other).run(text, parameters);
      },
    };
    return inspectPooler(changing, third);
  });
  expect(seen.shares).toBe(true);
});

test("a pooler that disconnects at begin supports no transactions", async () => {
  const seen = await withThree((one) => {
    const ending: Client = {
      ...one,
      dead: false,
      run(text, parameters) {
        if (text === "begin") one.destroy();
        return one.run(text, parameters);
      },
    };
    return inspectPooler(ending, one);
  });
  expect(seen).toMatchObject({ shares: true, holds: false, prepares: false });
});

test("a timeout setting that was not passed on is noticed", async () => {
  const seen = await withThree(async (one, other) => {
    await one.run("set statement_timeout = 0");
    return await inspectPooler(one, other);
  });
  expect(seen.limitsTime).toBe(false);
});

test("without support for prepared statements, none are used", async () => {
  const counts = [];
  for (const prepares of [true, false]) {
    const db = openDatabase({ url: database.url, size: 1, prepares });
    await sql`select ${1}::int`.execute(db);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements
      where statement like '%$1::int'`.execute(db);
    counts.push(rows[0]?.count);
    await db.destroy();
  }
  expect(counts).toEqual([1, 0]);
});
