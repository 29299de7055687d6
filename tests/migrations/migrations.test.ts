import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { type Migration, type MigrationProvider, NO_MIGRATIONS } from "kysely/migration";
import { givingWay } from "../../server/access/transact.ts";
import { openDatabase, type Tx } from "../../server/db/database.ts";
import { describeSchema } from "../../server/db/describe-schema.ts";
import {
  createMigrator,
  isMigrated,
  migrate,
  migrationFiles,
  type ReleaseMigration,
} from "../../server/db/migrate.ts";
import { insertTicket, insertUser } from "../support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
}, 60_000);
afterAll(() => database.drop());

test("servers that start at the same moment migrate once", async () => {
  const owners = Array.from({ length: 4 }, () =>
    openDatabase({ url: database.ownerUrl, size: 2, deadlineMs: 60_000 }),
  );
  expect(await isMigrated(owners[0] ?? database.owner).catch(() => false)).toBe(false);
  const ran = (await Promise.all(owners.map((owner) => migrate(owner, "frontdesk_app")))).flat();
  expect(ran.sort()).toEqual(Object.keys(await migrationFiles.getMigrations()).sort());
  expect(await isMigrated(database.db)).toBe(true);
  await Promise.all(owners.map((owner) => owner.destroy()));
});

test("the row types are those of the migrated database", async () => {
  const file = await Bun.file(join(import.meta.dir, "../../server/db/schema.ts")).text();
  expect(await describeSchema(database.owner)).toBe(file);
});

test("each migration can be reverted and applied again", async () => {
  const owner = openDatabase({ url: database.ownerUrl, size: 2, deadlineMs: 60_000 });
  const down = await createMigrator(owner).migrateTo(NO_MIGRATIONS);
  expect(down.error).toBeUndefined();
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relname not like 'kysely_%'
      and relkind in ('r', 'S', 'v')`.execute(owner);
  expect(rows).toEqual([]);
  expect((await migrate(owner, "frontdesk_app")).length).toBeGreaterThan(3);
  await owner.destroy();
});

test("a release whose last migration fails leaves the database as it was", async () => {
  const tables = ["of_this_release", "of_this_release_too"];
  const making = (table: string, ending = () => {}): Migration => ({
    async up(db) {
      await db.schema.createTable(table).addColumn("id", "integer").execute();
      ending();
    },
  });
  const fail = () => {
    throw new Error("cannot be");
  };
  const next = {
    "2999-first": making("of_this_release"),
    "2999-second": making("of_this_release_too", fail),
  };
  const migrator = createMigrator(database.owner, {
    getMigrations: async () => ({ ...(await migrationFiles.getMigrations()), ...next }),
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toEqual(new Error("cannot be"));
  const { rows } = await sql`
    select from pg_class where relname = any(${tables})`.execute(database.owner);
  expect(rows).toEqual([]);
  expect(await isMigrated(database.db)).toBe(true);
});

test("an owner who is not a superuser can migrate a database", async () => {
  const desk = await createTestDatabase({ migrated: false });
  const name = `plain_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  await sql`create role ${sql.id(name)} login password 'plain'`.execute(desk.owner);
  await sql`alter database ${sql.id(desk.name)} owner to ${sql.id(name)}`.execute(desk.owner);
  const url = new URL(desk.ownerUrl);
  [url.username, url.password] = [name, "plain"];
  const owner = openDatabase({ url: url.href, size: 2, deadlineMs: 60_000 });
  try {
    expect((await migrate(owner, "frontdesk_app")).length).toBeGreaterThan(3);
  } finally {
    await owner.destroy();
    await desk.drop();
    await sql`drop role ${sql.id(name)}`.execute(database.owner);
  }
});

test("the keys of a desk are random and differ between desks", async () => {
  const other = await createTestDatabase();
  const read = (desk: TestDatabase) => desk.db.selectFrom("secrets").selectAll().execute();
  const keys = [...(await read(database)), ...(await read(other))].map(({ value }) =>
    value.toString("hex"),
  );
  await other.drop();
  // A copied template shares its keys: only databases migrated separately differ.
  expect(new Set(keys).size).toBe(8);
});

/** The released migrations, and these. */
function providerWith(next: Record<string, ReleaseMigration>): MigrationProvider {
  return { getMigrations: async () => ({ ...(await migrationFiles.getMigrations()), ...next }) };
}

test("ten releases that alter used tables start next to writers, who wait about a second at most", async () => {
  const desk = await createTestDatabase();
  const owner = openDatabase({ url: desk.ownerUrl, size: 2, deadlineMs: 60_000 });
  const customer = await insertUser(desk.db);
  const agent = await insertUser(desk.db, { role: "Agent" });
  const tickets = await Promise.all(
    [1, 2, 3, 4].map(() => insertTicket(desk.db, { requester_id: customer.id })),
  );
  let going = true;
  let longestMs = 0;
  let written = 0;
  const errors: unknown[] = [];
  const write = async (ticketId: string, isReversed: boolean) => {
    const lockUser = (tx: Tx) =>
      sql`select from users where id = ${agent.id} for share`.execute(tx);
    const changeTicket = (tx: Tx) =>
      sql`update tickets set version = version + 1 where id = ${ticketId}`.execute(tx);
    while (going) {
      const begin = performance.now();
      // As servers write: a transaction that Postgres ended for a deadlock is run again.
      await givingWay(() =>
        desk.db.transaction().execute(async (tx) => {
          for (const act of isReversed ? [changeTicket, lockUser] : [lockUser, changeTicket]) {
            await act(tx);
            await Bun.sleep(2);
          }
        }),
      ).then(() => {
        written += 1;
      }, errors.push.bind(errors));
      longestMs = Math.max(longestMs, performance.now() - begin);
    }
  };
  // A worker may lock in another order than people do.
  const writers = tickets.map(({ id }, index) => write(id, index === 3));
  const next: Record<string, ReleaseMigration> = {};
  for (let round = 0; round < 10; round += 1) {
    next[`2999-round-${round}`] = {
      ...(round % 2 === 0 && { locks: ["tickets", "users"] }),
      async up(db) {
        const column = sql.id(`of_round_${round}`);
        await sql`alter table tickets add column ${column} integer`.execute(db);
        await sql`alter table users add column ${column} integer`.execute(db);
      },
    };
    const done = await migrate(owner, "frontdesk_app", { provider: providerWith({ ...next }) });
    expect(done).toEqual([`2999-round-${round}`]);
    await Bun.sleep(20);
  }
  going = false;
  await Promise.all(writers);
  expect(errors).toEqual([]);
  const versions = await desk.db.selectFrom("tickets").select("version").execute();
  const added = versions.reduce((sum, { version }) => sum + version - 1, 0);
  expect(added).toBe(written);
  expect(written).toBeGreaterThan(100);
  expect(longestMs).toBeLessThan(1_500);
  await owner.destroy();
  await desk.drop();
}, 120_000);

test("a long migration runs outside of the transaction, after those before it, once for all servers", async () => {
  const desk = await createTestDatabase();
  const owners = [1, 2].map(() =>
    openDatabase({ url: desk.ownerUrl, size: 2, deadlineMs: 60_000 }),
  );
  let ran = 0;
  const provider = providerWith({
    "2999-1-column": {
      locks: ["tickets"],
      up: (db) => sql`alter table tickets add column words integer`.execute(db).then(() => {}),
    },
    "2999-2-index": {
      outside: true,
      async up(db) {
        ran += 1;
        await sql`create index concurrently if not exists tickets_by_words on tickets (words)`.execute(
          db,
        );
      },
    },
    "2999-3-after": {
      locks: ["tickets"],
      up: (db) => sql`alter table tickets add column more integer`.execute(db).then(() => {}),
    },
  });
  const done = await Promise.all(
    owners.map((owner) => migrate(owner, "frontdesk_app", { provider })),
  );
  expect(done.flat().sort()).toEqual(["2999-1-column", "2999-2-index", "2999-3-after"]);
  expect(ran).toBe(1);
  await Promise.all(owners.map((owner) => owner.destroy()));
  await desk.drop();
}, 60_000);

test("an older release says that the database is of a newer one", async () => {
  const desk = await createTestDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('2999-newer', 'x')`.execute(
    desk.owner,
  );
  await expect(migrate(desk.owner, null)).rejects.toThrow(
    /^This database was updated by a newer release \(2999-newer\), and this is \d.*start the newer one/,
  );
  await desk.drop();
});
