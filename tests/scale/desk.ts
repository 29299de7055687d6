import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type Ledger, openLedger } from "../faults/ledger.ts";
import type { StagePeople } from "../faults/stage.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addPerson } from "../support/people.ts";
import type { Pair } from "./cluster.ts";

/** A desk with users, and what is needed to judge the outcome. */
export interface Desk {
  owner: Db;
  dataDir: string;
  ledger: Ledger;
  people: StagePeople;
  env: Record<string, string>;
  end(): Promise<void>;
}

/** What each server over this pair is started with. */
export async function environmentOf(pair: Pair) {
  const dataDir = join(pair.folder, "data");
  await mkdir(dataDir, { recursive: true });
  return { DATA_DIR: dataDir, DATABASE_URL: pair.appUrl, DATABASE_OWNER_URL: pair.ownerUrl };
}

export async function openDesk(pair: Pair, agents: number): Promise<Desk> {
  const env = await environmentOf(pair);
  // One connection: once it works after a fall, no other one is dead still.
  const owner = openDatabase({ url: pair.ownerUrl, size: 1, deadlineMs: 60_000 });
  await migrate(owner, "frontdesk_app");
  await liftHourlyLimits(owner);
  const ledger = openLedger(join(pair.folder, "ledger"));
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

/** A row of a table: what was tried, and what was observed. */
export interface Finding {
  what: string;
  seen: string;
  holds: boolean;
}
