import { sql } from "kysely";
import type { Actor } from "../../server/access/actor.ts";
import { openDatabase } from "../../server/db/database.ts";

import { pageLimit } from "../../shared/paging.ts";
import type { BenchFacts } from "./facts.ts";
import { plainColumns, plainJoins } from "./plain-list.ts";
import type { Statement } from "./statements.ts";

export const floorReaders = ["admin", "rareAgent"] as const;

const atMost = pageLimit.default + 1;

/**
 * The cheapest statements that we know for the rows of a list in the order of their change: a table
 * of the bench holds all that is shown, so that nothing else has to be looked up.
 */
export async function makeFloor(ownerUrl: string, facts: BenchFacts): Promise<Statement[][]> {
  const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 10 * 60_000 });
  try {
    // A utility statement takes no parameters.
    const reader = sql.raw(`'${facts.admin.actor.id}'::uuid`);
    await sql`
      create table bench_floor as
      select t.updated_at as at, ${plainColumns("all", reader)}
      from tickets t ${plainJoins("all", reader)}
      where t.spam_at is null and t.merged_into_id is null`.execute(owner);
    await sql`create index on bench_floor (at desc, id desc)`.execute(owner);
    await sql`create index on bench_floor ("companyId", at desc, id desc)`.execute(owner);
    await sql`analyze bench_floor`.execute(owner);
    await sql`grant select on bench_floor to public`.execute(owner);
  } finally {
    await owner.destroy();
  }
  return floorReaders.map((reader) => [floorOf(facts[reader].actor)]);
}

function floorOf({ role, companyIds }: Actor): Statement {
  const seesAll = role === "Super Admin";
  const where = seesAll ? "" : `where "companyId" = any($1::uuid[])`;
  return {
    text: `select * from bench_floor ${where} order by at desc, id desc limit ${atMost}`,
    parameters: seesAll ? [] : [companyIds],
  };
}
