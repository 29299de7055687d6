import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { StartError } from "../start-error.ts";

/** Postgres settings that a desk needs; a role, database or server can override them. */
const needed = {
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  bytea_output: "hex",
};

interface Ways extends Record<keyof typeof needed, string> {
  role: string;
  encoding: string;
  /** Whether lower() knows capital letters beyond A to Z. */
  folds: boolean;
  hasDesk: boolean;
}

/** Refuses a database with unusable settings; returns notices about the others. */
export async function checkPostgresSettings(db: Db, place: string): Promise<string[]> {
  const { rows } = await sql<Ways>`
    select current_user as role, ${sql.join(Object.keys(needed).map(asItIs))},
      current_setting('server_encoding') as encoding, lower('É') = 'é' as folds,
      to_regclass('kysely_migration') is not null as "hasDesk"`.execute(db);
  const [ways] = rows;
  if (!ways) return [];
  for (const [name, right] of Object.entries(needed)) {
    const is = ways[name as keyof typeof needed];
    if (is === right) continue;
    throw new StartError(
      `${place}: its ${name} is ${is}, and has to be ${right}: alter role ${ways.role} set ${name} = '${right}'.`,
    );
  }
  const { encoding, folds, hasDesk } = ways;
  if (encoding !== "UTF8") {
    const told = `${place} stores text as ${encoding}, but must use UTF8`;
    if (!hasDesk)
      throw new StartError(`${told}: create it with encoding 'UTF8' template template0.`);
    return [`${told}: restore a backup into a database that does.`];
  }
  return folds ? [] : [`${place} ${knowsEnglishAlone}`];
}

const knowsEnglishAlone =
  "has a locale that knows capital letters only from A to Z: Greek or Russian words are found only in the case they were written in.";

/** The owner creates the tables in the first schema of its search path, which may be its own schema. */
export async function assertSeesTables(db: Db, owner: Db): Promise<void> {
  const [asServer, asOwner] = await Promise.all([db, owner].map(findTables));
  if (asServer?.tables === asOwner?.tables) return;
  throw new StartError(
    `DATABASE_URL: ${asServer?.role} does not look where the tables are: alter role ${asServer?.role} set search_path = ${asOwner?.schema}.`,
  );
}

async function findTables(db: Db) {
  const { rows } = await sql<{ role: string; schema: string; tables: number | null }>`
    select current_user as role, quote_ident(current_schema()) as schema,
      to_regclass('desk')::oid::bigint as tables`.execute(db);
  return rows[0];
}

function asItIs(name: string) {
  return sql`current_setting(${sql.lit(name)}) as ${sql.id(name)}`;
}
