import { sql } from "kysely";
import { isUuid } from "../../shared/ids.ts";
import type { Db } from "../db/database.ts";

/** How what an id stands for is called. */
export type Names = ReadonlyMap<string, string>;

interface BeforeAndAfter {
  before: Record<string, unknown>[] | null;
  after: Record<string, unknown>[] | null;
}

/** The names of today of whatever the values hold by its id; no statement where they hold none. */
export async function namesIn(db: Db, rows: readonly BeforeAndAfter[]): Promise<Names> {
  const values = rows.flatMap(({ before, after }) => [...(before ?? []), ...(after ?? [])]);
  const ids = new Set(values.flatMap((each) => Object.values(each).flatMap(idsIn)));
  if (ids.size === 0) return new Map();
  const { rows: named } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${[...ids]}::uuid[]) as id)
    select companies.id, companies.name from companies join wanted using (id)
    union all
    select users.id, btrim(first_name || ' ' || last_name) from users join wanted using (id)
  `.execute(db);
  return new Map(named.map(({ id, name }) => [id, name]));
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === "string" && isUuid(value) ? [value] : [];
}
