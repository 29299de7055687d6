import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { chmod, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { createLog } from "../../server/log.ts";
import { AppError } from "../../shared/errors.ts";

let folder: string;
let postgres: EmbeddedPostgres;
let owner: Db;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
  await chmod(folder, 0o755);
  const log = createLog("error", () => {});
  postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  owner = openDatabase({ url: postgres.ownerUrl, size: 2 });
  await sql`create table pairs (act text not null, half integer not null)`.execute(owner);
  await sql`grant select, insert on pairs to ${sql.id(postgres.appRole)}`.execute(owner);
}, 60_000);

afterAll(async () => {
  await owner.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

test("terminating backends under load loses no acknowledged write", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 8 });
  const load = startLoad(db, 20);
  for (let round = 0; round < 30 || !load.wasHeavy(); round += 1) {
    await terminateBackends(0.5);
    await Bun.sleep(50);
  }
  await recovers(db);
  const { acknowledged, foreign } = await load.stop();
  expect(foreign).toEqual([]);
  await expectWholePairs(acknowledged);
  await db.destroy();
}, 60_000);

test("the same server works again after Postgres was killed and restarted", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 8 });
  const load = startLoad(db, 20);
  for (let round = 0; round < 3; round += 1) {
    await load.goesOn();
    process.kill(await postmasterPid(), "SIGQUIT");
    await load.isRefused();
    await recovers(db);
  }
  const { acknowledged, refused, foreign } = await load.stop();
  expect(foreign).toEqual([]);
  expect(refused).toBeGreaterThan(3);
  await expectWholePairs(acknowledged);
  await db.destroy();
}, 120_000);

test("a statement does not run outside a transaction that died with its connection", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 2 });
  const act = crypto.randomUUID();
  const attempt = db.transaction().execute(async (tx) => {
    await sql`insert into pairs values (${act}, 1)`.execute(tx);
    await terminateBackends(1);
    // By then a driver that reconnects automatically has done so.
    await recovers(db);
    await sql`insert into pairs values (${act}, 2)`.execute(tx).catch(() => {});
    await sql`insert into pairs values (${act}, 2)`.execute(tx);
  });
  expect(await codeOf(attempt)).toBe("unavailable");
  expect(await halvesOf(act)).toEqual([]);
  await db.destroy();
}, 60_000);

test("a Postgres that does not answer is given up within the time limit", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 1, deadlineMs: 1_000 });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  try {
    expect(await codeOf(sql`select 1`.execute(db))).toBe("unavailable");
    // The only place in the pool is free again, with a new connection.
    await recovers(db);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await db.destroy();
}, 60_000);

test("a statement that takes too long is cancelled and its connection is reused", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 1, deadlineMs: 500 });
  const before = await sql`select pg_backend_pid() as pid`.execute(db);
  expect(await codeOf(sql`select pg_sleep(5)`.execute(db))).toBe("unavailable");
  expect((await sql`select pg_backend_pid() as pid`.execute(db)).rows).toEqual(before.rows);
  await db.destroy();
}, 60_000);

test.each([
  ["53100", "the disk is full"],
  ["53200", "memory is short"],
  ["58030", "the disk cannot be read"],
])("what Postgres cannot do for now (%s: %s) may be tried again", async (code) => {
  const db = openDatabase({ url: postgres.appUrl, size: 1 });
  const refused = sql`do ${sql.lit(`begin raise exception 'no room' using errcode = '${code}'; end`)}`;
  const before = await sql`select pg_backend_pid() as pid`.execute(db);
  expect(await codeOf(refused.execute(db))).toBe("unavailable");
  expect((await sql`select pg_backend_pid() as pid`.execute(db)).rows).toEqual(before.rows);
  await db.destroy();
});

test("a connection to a new standby is replaced", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 1 });
  const before = await sql`select pg_backend_pid() as pid`.execute(db);
  await sql`set default_transaction_read_only = on`.execute(db);
  const act = crypto.randomUUID();
  const write = () => sql`insert into pairs values (${act}, 1)`.execute(db);
  expect(await codeOf(write())).toBe("unavailable");
  await write();
  expect((await sql`select pg_backend_pid() as pid`.execute(db)).rows).not.toEqual(before.rows);
  await db.destroy();
});

test("a request that waits too long for a connection gets Retry-After", async () => {
  const db = openDatabase({ url: postgres.appUrl, size: 1, waitMs: 200 });
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    const refusal = await sql`select 1`.execute(db).catch((error) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal.details.retryAfterSeconds).toBe(2);
  });
  await recovers(db);
  await db.destroy();
}, 60_000);

/** Every action writes two rows in one transaction; the ledger records acknowledged ones. */
function startLoad(db: Db, workers: number) {
  const acknowledged: string[] = [];
  const foreign: unknown[] = [];
  let refused = 0;
  let going = true;
  const running = Array.from({ length: workers }, async () => {
    while (going) {
      const act = crypto.randomUUID();
      try {
        await db.transaction().execute(async (tx) => {
          await sql`insert into pairs values (${act}, 1)`.execute(tx);
          await sql`insert into pairs values (${act}, 2)`.execute(tx);
        });
        acknowledged.push(act);
      } catch (error) {
        if (error instanceof AppError && error.code === "unavailable") refused += 1;
        else foreign.push(error);
      }
      await Bun.sleep(10);
    }
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) await Bun.sleep(10);
  };
  return {
    wasHeavy: () => refused > 20 && acknowledged.length > 200,
    async goesOn() {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 100);
    },
    async isRefused() {
      const before = refused;
      await until(() => refused > before + 5);
    },
    async stop() {
      going = false;
      const hung = Bun.sleep(12_000).then(() => {
        throw new Error("A worker hangs");
      });
      await Promise.race([Promise.all(running), hung]);
      return { acknowledged, refused, foreign };
    },
  };
}

async function expectWholePairs(acknowledged: string[]): Promise<void> {
  const { rows } = await sql<{ act: string; halves: number[] }>`
    select act, array_agg(half order by half) as halves from pairs group by act`.execute(owner);
  const kept = new Map(rows.map((row) => [row.act, row.halves]));
  const broken = [...kept.values()].filter((halves) => halves.join() !== "1,2");
  expect(broken).toEqual([]);
  expect(acknowledged.filter((act) => !kept.has(act))).toEqual([]);
}

async function halvesOf(act: string): Promise<unknown[]> {
  return (await sql`select half from pairs where act = ${act}`.execute(owner)).rows;
}

async function terminateBackends(share: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${postgres.appRole} and random() <= ${share}`.execute(owner);
}

async function recovers(db: Db): Promise<void> {
  // Postgres itself may take a while to recover on a busy machine.
  const patience = performance.now() + 30_000;
  for (;;) {
    const works = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    if (works) return;
    if (performance.now() > patience) throw new Error("The database did not come back");
    await Bun.sleep(20);
  }
}

async function postmasterPid(): Promise<number> {
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  return Number((await readFile(file, "utf8")).split("\n")[0]);
}

async function codeOf(attempt: PromiseLike<unknown>): Promise<string | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}
