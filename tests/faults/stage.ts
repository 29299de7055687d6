import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createEncryption } from "../../server/encryption.ts";
import { createLog } from "../../server/log.ts";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addPerson, type Person } from "../support/people.ts";
import { freePort } from "../support/process/free-port.ts";
import {
  endingWithItsParent,
  type SpawnedServer,
  startServer,
} from "../support/process/spawned-server.ts";
import { type Ledger, openLedger } from "./ledger.ts";

/** A real Postgres, real servers in separate processes, and people: a desk to be broken. */
export interface Stage {
  postgres: EmbeddedPostgres;
  /** The owner of the tables: for the judge, and for causing faults. */
  owner: Db;
  folder: string;
  dataDir: string;
  ledger: Ledger;
  people: StagePeople;
  /** On this port again and again, so that a client finds it after a fall. */
  start(port?: number): Promise<StagedServer>;
  postmaster(): Promise<number>;
  end(): Promise<void>;
}

export interface StagePeople {
  admin: Person;
  agents: Person[];
  customer: Person;
}

export interface StagedServer extends SpawnedServer {
  port: number;
}

interface StageOptions {
  agents: number;
  /** The folder of Postgres and the files, if not a new one. */
  folders?: { postgres: string; data: string };
}

/** Of the desk's secrets, such as those of a webhook. */
export const secretKey = Buffer.alloc(32, 5).toString("base64");
export const encryption = createEncryption([Buffer.from(secretKey, "base64")]);

/** A killed run leaves no server behind. */
const start = (env: Record<string, string>) => startServer(env, endingWithItsParent);

export async function openStage({ agents, folders }: StageOptions): Promise<Stage> {
  await prepareClient();
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-faults-"));
  // Postgres runs as another user where the harness runs as root.
  await chmod(folder, 0o755);
  const clusterFolder = folders?.postgres ?? folder;
  const dataDir = folders?.data ?? join(folder, "data");
  const log = createLog("error", () => {});
  const postgres = await startEmbeddedPostgres({ dataDir: clusterFolder, log });
  // One connection: once it works after a fall, no other one is dead still.
  const owner = openDatabase({ url: postgres.ownerUrl, size: 1, deadlineMs: 60_000 });
  await migrate(owner, postgres.appRole);
  await liftHourlyLimits(owner);
  const ledger = openLedger(join(folder, "ledger"));
  const people: StagePeople = {
    admin: await addPerson(owner, "Super Admin"),
    agents: await Promise.all(Array.from({ length: agents }, () => addPerson(owner, "Agent"))),
    customer: await addPerson(owner, "Customer"),
  };
  const running = new Set<StagedServer>();

  return {
    ...{ postgres, owner, folder, dataDir, ledger, people },
    async start(wanted) {
      const port = wanted ?? freePort();
      const env = {
        ...{ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" },
        ...{ DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.ownerUrl },
        ...{ SECRET_KEY: secretKey, OUTBOUND_ALLOW_PRIVATE: "127.0.0.0/8" },
      };
      // As a supervisor would, starts it again if Postgres was too busy for its start.
      const server = await start(env).catch(() => start(env));
      const staged = { ...server, port, url: `http://127.0.0.1:${port}` };
      running.add(staged);
      void server.ended().then(() => running.delete(staged));
      return staged;
    },
    async postmaster() {
      const file = join(clusterFolder, "postgres", "cluster", "postmaster.pid");
      return Number((await readFile(file, "utf8")).split("\n")[0]);
    },
    async end() {
      for (const server of running) {
        server.signal("SIGKILL");
        await server.ended();
      }
      ledger.close();
      await owner.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
