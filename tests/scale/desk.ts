import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type Ledger, openLedger } from "../faults/ledger.ts";
import type { StagePeople } from "../faults/stage.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addPerson } from "../support/people.ts";
import type { Cluster } from "./cluster.ts";
import { until } from "./programs.ts";

/** A desk with users, and what is needed to judge the outcome. */
export interface Desk {
  owner: Db;
  dataDir: string;
  ledger: Ledger;
  people: StagePeople;
  env: Record<string, string>;
  end(): Promise<void>;
}

/** What each server over this cluster is started with. */
export async function environmentOf({ folder, appUrl, ownerUrl }: Cluster) {
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { recursive: true });
  return { DATA_DIR: dataDir, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
}

export async function openDesk(cluster: Cluster, agents: number): Promise<Desk> {
  const env = await environmentOf(cluster);
  // One connection: once it works after a fall, no other one is dead still.
  const owner = openDatabase({ url: cluster.ownerUrl, size: 1, deadlineMs: 60_000 });
  await migrate(owner, "frontdesk_app");
  await liftHourlyLimits(owner);
  const ledger = openLedger(join(cluster.folder, "ledger"));
  const people: StagePeople = {
    admin: await addPerson(owner, "Super Admin"),
    agents: await Promise.all(Array.from({ length: agents }, () => addPerson(owner, "Agent"))),
    customer: await addPerson(owner, "Customer"),
  };
  return {
    ...{ owner, dataDir: env.DATA_DIR, ledger, people, env },
    async end() {
      ledger.close();
      await owner.destroy();
    },
  };
}

/** The judge's own connection, too, finds out by failing once. */
export async function findsPrimary({ owner }: Desk): Promise<void> {
  await until("the judge reaches the primary", async () => {
    await sql`select 1`.execute(owner);
    return true;
  });
}

/** A row of a table: what was tried, and what was observed. */
export interface Finding {
  what: string;
  seen: string;
  holds: boolean;
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
