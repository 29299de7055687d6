import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { StartError } from "../start-error.ts";

/** What a role, a database or the whole server may be set to otherwise, and no desk works with. */
const needed = {
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  bytea_output: "hex",
};

interface Ways extends Record<keyof typeof needed, string> {
  role: string;
  encoding: string;
  /** Whether capital letters beyond A to Z are known. */
  folds: boolean;
  hasDesk: boolean;
}

/** Refuses a database that reads and writes in a way of its own; answers with what is to be told of it. */
export async function readWays(db: Db, place: string): Promise<string[]> {
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
    const told = `${place} keeps text as ${encoding}, and has to as UTF8`;
    if (!hasDesk)
      throw new StartError(`${told}: create it with encoding 'UTF8' template template0.`);
    return [`${told}: restore a backup into a database that does.`];
  }
  return folds ? [] : [`${place} ${knowsEnglishAlone}`];
}

const knowsEnglishAlone =
  "knows capital letters only from A to Z, by its locale: Greek or Russian words are found only as they are written.";

/** The owner makes the tables in the first schema that it looks into, which may be one of its own. */
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
