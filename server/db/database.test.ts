import { expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { sendTogether } from "./connection/dialect.ts";
import { type Db, openDatabase, type Tx } from "./database.ts";

const database = setUpTestDatabase();

/** One of many kinds of statement. */
const askLong = (db: Db | Tx, number: number) =>
  sql`${sql.raw(`/* ${number} ${"x".repeat(9_990)} */`)} select ${number}::int as number`.execute(
    db,
  );

async function backend(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

async function cachedLetters(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ letters: number }>`
    select coalesce(sum(length(statement)), 0)::int as letters from pg_prepared_statements
  `.execute(db);
  return rows[0]?.letters ?? 0;
}

test("a statement can take ten seconds by default", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const { rows } = await sql`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: "10s" }]);
  await db.destroy();
});

test("the prepared statements of a connection are limited", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const first = await backend(db);
  for (let number = 0; number < 60; number += 1) {
    expect((await askLong(db, number)).rows).toEqual([{ number }]);
    expect(await cachedLetters(db)).toBeLessThan(270_000);
  }
  expect(await backend(db)).not.toBe(first);
  await db.destroy();
});

test("frequent statements stay prepared", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const first = await backend(db);
  for (let turn = 0; turn < 60; turn += 1) await askLong(db, turn % 5);
  expect(await backend(db)).toBe(first);
  await db.destroy();
});

test("a transaction ends on the connection on which it began", async () => {
  const db = openDatabase({ url: database.url, size: 1, lifetimeMs: 0 });
  const [before, after] = await db.transaction().execute(async (tx) => {
    const begun = await backend(tx);
    for (let number = 0; number < 40; number += 1) await askLong(tx, number);
    return [begun, await backend(tx)];
  });
  expect(after).toBe(before);
  expect(await backend(db)).not.toBe(before);
  await db.destroy();
});

test("an old connection is replaced without a leak", async () => {
  const db = openDatabase({ url: database.url, size: 2, lifetimeMs: 0 });
  const seen = new Set<number>();
  for (let turn = 0; turn < 10; turn += 1) {
    for (const pid of await Promise.all([backend(db), backend(db), backend(db)])) seen.add(pid);
  }
  expect(seen.size).toBe(30);
  // Postgres notices an end a moment later.
  while ((await alive(seen)) > 0);
  await db.destroy();
});

test("a statement is prepared again after the next release added a column; a transaction fails once, as unavailable", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const ask = (of: Db | Tx) =>
    of.selectFrom("hourly_use").selectAll().where("kind", "=", "none").execute();
  const askInside = () => db.transaction().execute(ask);
  expect(await ask(db)).toEqual([]);
  await sql`alter table hourly_use add column of_next_release integer`.execute(database.owner);
  expect(await ask(db)).toEqual([]);
  await sql`alter table hourly_use drop column of_next_release`.execute(database.owner);
  await expect(askInside()).rejects.toMatchObject({ code: "unavailable" });
  expect(await askInside()).toEqual([]);
  await db.destroy();
});

/** How often this waits for answers. */
async function waitsOf(run: (db: Db) => Promise<unknown>): Promise<number> {
  let waits = 0;
  const db = openDatabase({
    url: database.url,
    size: 1,
    onRoundTrip: () => {
      waits += 1;
    },
  });
  await run(db);
  await db.destroy();
  return waits;
}

const numberOf = (number: number) => sql`select ${number}::int as number`;
const tagOf = (name: string) =>
  sql`insert into tags (id, name) values (${Bun.randomUUIDv7()}::uuid, ${name})`;
const countTags = async () => (await sql`select from tags`.execute(database.db)).rows.length;

test("a transaction begins together with a first statement that only reads, and not with one that writes", async () => {
  const reading = (db: Db) => db.transaction().execute((tx) => numberOf(1).execute(tx));
  const writing = (db: Db) => db.transaction().execute((tx) => tagOf("one").execute(tx));
  const nothing = (db: Db) => db.transaction().execute(async () => {});
  expect(await waitsOf(reading)).toBe(2);
  expect(await waitsOf(writing)).toBe(3);
  expect(await waitsOf(nothing)).toBe(0);
});

test("statements sent together are answered in order after one wait, and all are logged", async () => {
  const logged: unknown[] = [];
  const db = openDatabase({
    url: database.url,
    size: 1,
    log: ({ query }) => void logged.push(query.parameters[0]),
  });
  const answers = await sendTogether(
    db,
    [1, 2, 3].map((number) => numberOf(number).compile(db)),
  );
  expect(answers.map(({ rows }) => rows)).toEqual([
    [{ number: 1 }],
    [{ number: 2 }],
    [{ number: 3 }],
  ]);
  expect(logged).toEqual([1, 2, 3]);
  await db.destroy();
  const together = (db: Db) => sendTogether(db, [numberOf(1).compile(db), numberOf(2).compile(db)]);
  expect(await waitsOf(together)).toBe(1);
});

test("if one of several statements sent together fails, nothing of the transaction remains", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const before = [await backend(db), await countTags()];
  const failing = db
    .transaction()
    .execute((tx) =>
      sendTogether(tx, [
        tagOf("before").compile(tx),
        sql`select 1 / 0`.compile(tx),
        tagOf("after").compile(tx),
      ]),
    );
  await expect(failing).rejects.toThrow("division by zero");
  expect([await backend(db), await countTags()]).toEqual(before);
  await db.destroy();
});

async function alive(pids: ReadonlySet<number>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where pid = any(${[...pids]}::int[])
  `.execute(database.owner);
  return rows[0]?.count ?? 0;
}
