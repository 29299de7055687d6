import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Drops what is expensive to maintain during a bulk load: foreign keys, and indexes without a constraint; for
 * tables in `unkeyed` also unique keys and references to them, so duplicates must be impossible there. The
 * returned function rebuilds them exactly, which checks every row.
 */
export async function bareTables(
  tx: Tx,
  tables: readonly string[],
  { unkeyed = [] }: { unkeyed?: readonly string[] } = {},
): Promise<(built: (share: number) => void) => Promise<void>> {
  const names = regclasses(tables);
  const keyless = regclasses(unkeyed);
  const foreign = await constraints(
    tx,
    sql`contype = 'f' and (conrelid = any(${names}) or confrelid = any(${keyless}))`,
  );
  const primary = await constraints(tx, sql`contype in ('p', 'u') and conrelid = any(${keyless})`);
  const indexes = await sql<Rebuilt>`
    select format('drop index %s', indexrelid::regclass) as drop,
      pg_get_indexdef(indexrelid) as create
    from pg_index
    where indrelid = any(${names}) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx);
  for (const { drop } of [...foreign, ...primary, ...indexes.rows]) await sql.raw(drop).execute(tx);

  return async (built) => {
    const all = [...primary, ...indexes.rows, ...foreign];
    for (const [index, { create }] of all.entries()) {
      await sql.raw(create).execute(tx);
      built((index + 1) / all.length);
    }
  };
}

/** For `lockTables`: these tables and those related by foreign keys. */
export function tablesAround(tables: readonly string[]): RawBuilder<unknown> {
  const names = regclasses(tables);
  return sql`oid = any(${names}) or exists (
    select from pg_constraint where contype = 'f' and (
      conrelid = pg_class.oid and confrelid = any(${names})
      or confrelid = pg_class.oid and conrelid = any(${names})))`;
}

interface Rebuilt {
  drop: string;
  create: string;
}

async function constraints(tx: Tx, which: RawBuilder<unknown>): Promise<Rebuilt[]> {
  const { rows } = await sql<Rebuilt>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as create
    from pg_constraint where ${which}`.execute(tx);
  return rows;
}

function regclasses(tables: readonly string[]): RawBuilder<unknown> {
  return sql`${[...tables]}::text[]::regclass[]`;
}
