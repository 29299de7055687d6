import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { type Migration, NO_MIGRATIONS } from "kysely/migration";
import { openDatabase } from "../../server/db/database.ts";
import { describeSchema } from "../../server/db/describe-schema.ts";
import { createMigrator, isMigrated, migrate, migrationFiles } from "../../server/db/migrate.ts";
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
  const ran = await Promise.all(owners.map((owner) => migrate(owner, "frontdesk_app")));
  expect(ran.filter((names) => names.length > 0).length).toBe(1);
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
