import { type RawBuilder, sql } from "kysely";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { StartError } from "../start-error.ts";
import {
  type CopiedSequence,
  type CopiedTable,
  type DeskCopy,
  leftOut,
  type SomeRows,
} from "./desk-copy.ts";

const aDay = 24 * 60 * 60_000;

/**
 * The desk as it is at this moment, whatever is done to it meanwhile: all is read in one
 * transaction that sees nothing of what was committed after it began.
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
        // Whoever takes the rows may be slower than the database.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`set local timezone = 'UTC'`.execute(tx);
        // Before the moment is fixed, which the first statement that reads does: nobody who
        // changes the shape of a table comes in between.
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
  const { rows } = await sql<{ postgres: string; migrations: string[] }>`
    select current_setting('server_version') as postgres,
      (select array_agg(name order by name) from kysely_migration) as migrations`.execute(tx);
  const [about] = rows;
  return {
    postgres: about?.postgres.split(" ")[0] ?? "",
    migrations: about?.migrations ?? [],
    tables: tables.filter(({ name }) => !(name in leftOut)),
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

/** Numbers are taken outside transactions: read now, they are past every row that is seen. */
async function readSequences(tx: Tx): Promise<CopiedSequence[]> {
  const { rows } = await sql<CopiedSequence>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(tx);
  return rows;
}

const wantedBytes = 1_000_000;
const mostPages = 64;

/**
 * Page by page, as many at once as make about a megabyte of text: a table may hold a hundred bytes
 * a row or a hundred thousand.
 */
async function* readRows(tx: Tx, { name, columns }: CopiedTable): AsyncIterable<SomeRows> {
  const table = sql.table(name);
  const texts = sql.join(
    columns.map((column) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`),
  );
  const values: RawBuilder<unknown> = sql`select ${texts} from only ${table}`;
  const end = await countPages(tx, name);
  let pages = 1;
  for (let from = 0; from < end; ) {
    const [begin, until] = [`(${from},0)`, `(${from + pages},0)`];
    const { rows } = await sql<{ lines: string | null; count: number }>`
      select string_agg(row_to_json(one)::text, E'\n') as lines, count(*) as count
      from (${values}
        where ctid >= ${begin}::text::tid and ctid < ${until}::text::tid) one`.execute(tx);
    const { lines, count } = rows[0] ?? { lines: null, count: 0 };
    if (lines !== null) yield { lines, count };
    from += pages;
    const size = lines?.length ?? 0;
    if (size < wantedBytes / 2) pages = Math.min(pages * 2, mostPages);
    else if (size > wantedBytes * 2) pages = Math.max(1, Math.floor(pages / 4));
  }
}

/** What comes to stand behind them came after the moment that is read. */
async function countPages(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int as pages
  `.execute(tx);
  return rows[0]?.pages ?? 0;
}
