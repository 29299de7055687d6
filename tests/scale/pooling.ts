import { sql } from "kysely";
import { waitForReleases } from "../faults/faults.ts";
import { judge } from "../faults/judge.ts";
import { startLoad } from "../faults/load.ts";
import type { Pair } from "./cluster.ts";
import { type Composition, openComposition } from "./composition.ts";
import { measureCrossing } from "./crossing.ts";
import { type Desk, type Finding, openDesk } from "./desk.ts";
import { hasItsLimit, hears, holdsLocks, keepsSettings, keepsStatements } from "./passage.ts";
import { type Pooler, type PoolerOptions, startPooler } from "./pooler.ts";
import { checkRefusals } from "./refusals.ts";

/**
 * Which features of Postgres work through PgBouncer, fewer in transaction mode, and whether the desk works
 * with them.
 */
export async function checkPooling(pair: Pair, options: PoolerOptions): Promise<Finding[]> {
  const desk = await openDesk(pair, 6);
  const pooler = await startPooler(pair, options);
  try {
    const isShared = options.mode === "transaction";
    const passes = [
      ...[await keepsStatements(pooler), await hears(pooler, pair)],
      ...[await holdsLocks(pooler), await keepsSettings(pooler)],
    ].map(({ what, works }) => ({
      ...{ what, seen: works, holds: (works === "works") !== isShared },
    }));
    const refused = isShared ? await checkRefusals(pair, desk) : [];
    const worked = await works({ pair, desk, pooler, options });
    return [...passes, await hasItsLimit(pooler), ...refused, ...worked];
  } finally {
    await pooler.end();
    await desk.end();
  }
}

interface Scene {
  pair: Pair;
  desk: Desk;
  pooler: Pooler;
  options: PoolerOptions;
}

/** Two servers through it, seven people at work, and the judge. */
async function works({ pair, desk, pooler, options }: Scene): Promise<Finding[]> {
  const direct: Record<string, string> =
    options.mode === "transaction" ? { DATABASE_DIRECT_URL: pair.appUrl } : {};
  const env = { ...desk.env, DATABASE_URL: pooler.url, ...direct };
  const composition = await openComposition({ servers: 2, env });
  try {
    const { ledger, people } = desk;
    const load = await startLoad({ urls: [composition.url], ledger, people });
    const most = await countWhile(pair, 10_000);
    const report = await load.stop();
    await waitForReleases(desk);
    const { acknowledged, lost, doubled, disagreements } = await judge(desk);
    const wrong = lost + doubled + disagreements.length + report.foreign.length + report.failures;
    return [
      {
        what: "two servers, seven people who write for ten seconds",
        seen: `${acknowledged} acts, ${lost} lost, ${doubled} doubled, ${disagreements.length} disagreements, ${report.foreign.length + report.failures} failed${report.foreign[0] ? ` (${report.foreign[0]})` : ""}`,
        holds: wrong === 0,
      },
      {
        what: "connections to Postgres that they need in total, at most",
        seen: String(most),
        holds: most <= options.size + 4,
      },
      await newsCrosses(composition, desk),
    ];
  } finally {
    await composition.end();
  }
}

async function newsCrosses(composition: Composition, desk: Desk): Promise<Finding> {
  const admin = composition.visitor();
  await admin.signIn(desk.people.admin.email);
  const { ms } = await measureCrossing(composition, admin, desk.people.customer.id);
  const [p95 = 0] = ms.sort((a, b) => a - b).slice(Math.floor(ms.length * 0.95));
  return {
    what: "events from each server to streams on both",
    seen: `p95 ${Math.round(p95)} ms`,
    // What is not rung for is read within a second.
    holds: p95 < 1_000,
  };
}

async function countWhile(pair: Pair, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  let most = 0;
  while (performance.now() < end) {
    const [row] = await pair.primary().ask(sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where usename = 'frontdesk_app'`);
    most = Math.max(most, row?.count ?? 0);
    await Bun.sleep(500);
  }
  return most;
}
