import { type RawBuilder, sql } from "kysely";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { StartError } from "../start-error.ts";
import {
  type CopiedSequence,
  type CopiedTable,
  type DeskCopy,
  derivedTables,
  leftOut,
  type SomeRows,
} from "./desk-copy.ts";

const aDay = 24 * 60 * 60_000;

/**
 * Reads the desk as of this moment, whatever changes in the meantime: in one transaction that sees no later
 * commits.
 */
export async function withSnapshot<T>(
  url: string,
  use: (desk: DeskCopy) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ url, size: 1, deadlineMs: aDay });
  try {
    const tables = await readTables(db);
    if (!tables.some(({ name }) => name === "desk")) {
      throw new StartError("There is no desk in this database.");
    }
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) => {
        // The consumer of the rows may be slower than the database.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`set local timezone = 'UTC'`.execute(tx);
        // Before the snapshot, which the first reading statement takes: no one can alter a table in between.
        const names = tables.map(({ name }) => sql.table(name));
        await sql`lock table ${sql.join(names)} in access share mode`.execute(tx);
        return await use(await readDesk(tx));
      });
  } finally {
    await db.destroy();
  }
}

async function readDesk(tx: Tx): Promise<DeskCopy> {
  const tables = await readTables(tx);
  const { rows } = await sql<{ postgres: string; migrations: string[]; isRebuilding: boolean }>`
    select current_setting('server_version') as postgres,
      exists (select from search_rebuild where ended_at is null) as "isRebuilding",
      (select array_agg(name order by name) from kysely_migration) as migrations`.execute(tx);
  const [about] = rows;
  return {
    postgres: about?.postgres.split(" ")[0] ?? "",
    migrations: about?.migrations ?? [],
    tables: tables.filter(
      ({ name }) => !(name in leftOut) && !(about?.isRebuilding && derivedTables.includes(name)),
    ),
    sequences: await readSequences(tx),
    rows: (table) => readRows(tx, table),
  };
}

async function readTables(tx: Db | Tx): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`.execute(tx);
  return rows;
}

/** Sequences are not transactional: read now, they are past every visible row. */
async function readSequences(tx: Tx): Promise<CopiedSequence[]> {
  const { rows } = await sql<CopiedSequence>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(tx);
  return rows;
}

const wantedBytes = 1_000_000;
const mostPages = 64;

/** A range of pages at a time: rows may have a hundred bytes or a hundred thousand. */
async function* readRows(tx: Tx, { name, columns }: CopiedTable): AsyncIterable<SomeRows> {
  const texts = sql.join(
    columns.map((column) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`),
  );
  for await (const run of runsOfPages(tx, name)) {
    const { rows } = await sql<{ lines: string | null; count: number }>`
      select string_agg(row_to_json(one)::text, E'\n') as lines, count(*) as count
      from (select ${texts} from only ${sql.table(name)} where ${isWithin(run)}) one`.execute(tx);
    const { lines, count } = rows[0] ?? { lines: null, count: 0 };
    if (lines !== null) yield { lines, count };
  }
}

interface Run {
  from: number;
  until: number;
}

/** Ranges of about a megabyte, at least one page, measured before reading them. */
async function* runsOfPages(tx: Tx, table: string): AsyncIterable<Run> {
  const { pages, weight } = await describeTable(tx, table);
  for (let from = 0; from < pages; from += mostPages) {
    const until = Math.min(from + mostPages, pages);
    const bytes = weight && (await weighPages(tx, table, weight, { from, until }));
    let begin = from;
    let held = 0;
    for (let page = from; page < until; page += 1) {
      const next = bytes?.get(page) ?? 0;
      if (held > 0 && held + next > wantedBytes) {
        yield { from: begin, until: page };
        [begin, held] = [page, 0];
      }
      held += next;
    }
    yield { from: begin, until };
  }
}

/** The length of a value is stored in the row, so values stored out of line are not fetched. */
async function weighPages(
  tx: Tx,
  table: string,
  weight: RawBuilder<number>,
  run: Run,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ page: number; bytes: number }>`
    select (ctid::text::point)[0]::int as page, sum(${weight})::float8 as bytes
    from only ${sql.table(table)} where ${isWithin(run)} group by 1`.execute(tx);
  return new Map(rows.map(({ page, bytes }) => [page, bytes]));
}

function isWithin({ from, until }: Run): RawBuilder<boolean> {
  return sql`ctid >= ${`(${from},0)`}::text::tid and ctid < ${`(${until},0)`}::text::tid`;
}

/**
 * The number of pages: later ones hold rows newer than the snapshot. And the columns of variable length, or
 * null without any.
 */
async function describeTable(
  tx: Tx,
  table: string,
): Promise<{ pages: number; weight: RawBuilder<number> | null }> {
  const { rows } = await sql<{ pages: number; texts: string[]; others: string[] }>`
    select pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
      coalesce(array_agg(a.attname::text) filter (where ${isText}), '{}') as texts,
      coalesce(array_agg(a.attname::text) filter (where a.attlen < 0 and not ${isText}), '{}') as others
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    left join pg_type t on t.oid = a.atttypid
    where c.oid = ${table}::text::regclass group by c.oid`.execute(tx);
  const { pages, texts, others } = rows[0] ?? { pages: 0, texts: [], others: [] };
  const lengths = [
    ...texts.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    ...others.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`),
  ];
  return { pages, weight: lengths.length > 0 ? sql.join(lengths, sql` + `) : null };
}

const isText = sql`(a.attlen = -1 and (t.typcategory = 'S' or t.typname = 'bytea'))`;
