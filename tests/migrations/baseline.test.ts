import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { isMigrated, migrate, migrationFiles } from "../../server/db/migrate.ts";
import { createTestDatabase, type TestDatabase, testPostgres } from "../support/postgres.ts";

/** A dump of a database made by the migrations that the baseline replaced. */
const dump = await Bun.file(join(import.meta.dir, "before-baseline.sql")).text();
const last = "20261128T0840-drop-dashboard-tallies";

let before: TestDatabase;
let fresh: TestDatabase;

beforeAll(async () => {
  before = await restoreDump();
  fresh = await createTestDatabase();
}, 120_000);
afterAll(() => Promise.all([before.drop(), fresh.drop()]));

async function restoreDump(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  // The dump changes settings of its connection.
  const db = openDatabase({ url: database.ownerUrl, size: 1, deadlineMs: 60_000 });
  await sql.raw(dump).execute(db);
  await db.destroy();
  return database;
}

const migrationsOf = async ({ owner }: TestDatabase) => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(owner);
  return rows.map(({ name }) => name);
};

test("a database at the last migration before the baseline continues with its rows", async () => {
  const known = Object.keys(await migrationFiles.getMigrations()).sort();
  const baseline = known.filter((name) => name.startsWith("20261101T"));
  expect(await migrationsOf(before)).toContain(last);
  const keys = () => before.owner.selectFrom("secrets").selectAll().orderBy("name").execute();
  const signing = await keys();

  const ran = await migrate(before.owner, (await testPostgres()).appRole);

  // Only later migrations ran.
  expect(ran).toEqual(known.filter((name) => !baseline.includes(name)));
  expect(await migrationsOf(before)).toEqual(known);
  expect(await isMigrated(before.db)).toBe(true);
  expect(signing).toHaveLength(2);
  const isNew = ({ name }: { name: string }) => ["mail", "one-ticket-link"].includes(name);
  const after = await keys();
  expect(after.filter((key) => !isNew(key))).toEqual(signing);
  expect(after.filter(isNew)).toHaveLength(2);
});

test("and has the schema of a new database", async () => {
  const [old, made] = [await catalogOf(before.owner), await catalogOf(fresh.owner)];
  for (const [kind, facts] of Object.entries(made))
    expect([kind, old[kind]]).toEqual([kind, facts]);
  expect(made.columns?.length).toBeGreaterThan(300);
  expect(made.functions?.length).toBeGreaterThan(30);
});

describe("a database at an older state", () => {
  test.each([
    ["its last migration is missing", sql`name = ${last}`],
    ["one in between is missing", sql`name like '20261124T0040%'`],
  ])("is refused and left as it is where %s", async (_, missing) => {
    const older = await restoreDump();
    try {
      await sql`delete from kysely_migration where ${missing}`.execute(older.owner);
      const names = await migrationsOf(older);
      await expect(migrate(older.owner, null)).rejects.toThrow(
        `This database or backup is older than this version can update: open it once with the last version that has the migration ${last}, then again with this one.`,
      );
      expect(await migrationsOf(older)).toEqual(names);
    } finally {
      await older.drop();
    }
  });
});

/** A schema from Postgres's catalog, as sorted lines of each kind. */
async function catalogOf(db: Db): Promise<Record<string, string[]>> {
  const own = sql`(select oid from pg_namespace where nspname = current_schema())`;
  const ofNoExtension = (catalog: string, oid: RawBuilder<unknown>) => sql`not exists (
    select from pg_depend where classid = ${catalog}::text::regclass and objid = ${oid}
      and deptype = 'e')`;
  const queries: Record<string, RawBuilder<unknown>> = {
    extensions: sql`select extname from pg_extension`,
    relations: sql`
      select relname, relkind, relpersistence, reloptions, relacl::text from pg_class
      where relnamespace = ${own}`,
    columns: sql`
      select relname, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid), attgenerated, attidentity, attstorage, attstattarget,
        attcollation::regcollation
      from pg_attribute join pg_class on pg_class.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = ${own} and relkind in ('r', 'p', 'v') and attnum > 0
        and not attisdropped`,
    // Without those of "not null", which are a fact of the column.
    constraints: sql`
      select conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated
      from pg_constraint where connamespace = ${own} and contype <> 'n'`,
    indexes: sql`select indexdef from pg_indexes where schemaname = current_schema()`,
    triggers: sql`
      select pg_get_triggerdef(pg_trigger.oid), tgenabled
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = ${own} and not tgisinternal`,
    functions: sql`
      select regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g'), proacl::text from pg_proc
      where pronamespace = ${own} and ${ofNoExtension("pg_proc", sql`pg_proc.oid`)}`,
    enums: sql`
      select enumtypid::regtype, array_agg(enumlabel order by enumsortorder) from pg_enum group by 1`,
    sequences: sql`
      select seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax,
        (select refobjid::regclass || '.' || refobjsubid::text from pg_depend
          where classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('a', 'i')
        ) is not null as owned
      from pg_sequence`,
    dictionaries: sql`
      select dictname, dictinitoption from pg_ts_dict
      where dictnamespace = ${own} and ${ofNoExtension("pg_ts_dict", sql`pg_ts_dict.oid`)}`,
    configurations: sql`
      select cfgname, maptokentype, mapseqno, mapdict::regdictionary
      from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid
      where cfgnamespace = ${own}`,
    rules: sql`select rulename from pg_rules where schemaname = current_schema()`,
    policies: sql`select polname from pg_policy`,
    statistics: sql`select stxname from pg_statistic_ext`,
  };
  const catalog: Record<string, string[]> = {};
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await sql<{ fact: string }>`
      select facts::text as fact from (${query}) facts`.execute(db);
    catalog[kind] = rows.map(({ fact }) => fact).sort();
  }
  return catalog;
}
