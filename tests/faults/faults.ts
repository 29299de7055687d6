import { sql } from "kysely";
import { isAlive } from "../support/process/spawned-server.ts";
import { judge, type Verdict } from "./judge.ts";
import { type Load, type LoadReport, startLoad } from "./load.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { openStage, type Stage, type StagedServer } from "./stage.ts";
import { openReceiver, type Receiver } from "./webhooks.ts";

export interface FaultReport extends Verdict, LoadReport {
  name: string;
  rounds: number;
  /** From the end of the fault to the next act that was acknowledged, the longest of all rounds. */
  slowestRecoveryMs: number;
}

export interface Fault {
  name: string;
  /** How often by default. */
  rounds: number;
  servers: 1 | 2;
  /** Postgres and files lie on disks that can be filled. */
  smallDisks?: boolean;
  /** The desk has a webhook. */
  webhooks?: boolean;
  /** Breaks something once and repairs it. Returns the moment from which all should work again. */
  strike(scene: Scene): Promise<number>;
}

export interface Scene {
  stage: Stage;
  disks: SmallDisk[];
  servers: StagedServer[];
  receiver: Receiver | null;
}

export const faults: readonly Fault[] = [
  {
    name: "the server is killed",
    rounds: 100,
    servers: 1,
    async strike({ stage, servers }) {
      await killAndRestart(stage, servers, 0);
      return performance.now();
    },
  },
  {
    name: "one of two servers is killed",
    rounds: 30,
    servers: 2,
    async strike({ stage, servers }) {
      const begin = performance.now();
      await killAndRestart(stage, servers, Math.floor(Math.random() * 2));
      return begin;
    },
  },
  {
    name: "half of the backends are terminated",
    rounds: 30,
    servers: 1,
    async strike({ stage }) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where usename = ${stage.postgres.appRole} and random() < 0.5`.execute(stage.owner);
      return performance.now();
    },
  },
  {
    name: "a backend is killed with -9",
    rounds: 10,
    servers: 1,
    async strike({ stage }) {
      const { rows } = await sql<{ pid: number; own: number }>`
        select pid, pg_backend_pid() as own from pg_stat_activity
        where usename = ${stage.postgres.appRole} order by random() limit 1`.execute(stage.owner);
      const [victim] = rows;
      if (!victim) throw new Error("There is no backend");
      process.kill(victim.pid, "SIGKILL");
      return await acceptsAgain(stage, victim.own);
    },
  },
  {
    name: "Postgres is stopped immediately and restarted",
    rounds: 10,
    servers: 1,
    async strike({ stage }) {
      const postmaster = await stage.postmaster();
      process.kill(postmaster, "SIGQUIT");
      while (isAlive(postmaster)) await Bun.sleep(5);
      return await acceptsAgain(stage);
    },
  },
  {
    name: "the server is stopped by SIGTERM under load",
    rounds: 20,
    servers: 1,
    async strike({ stage, servers }) {
      const [server] = servers;
      if (!server) throw new Error("There is no server");
      const begin = performance.now();
      server.signal("SIGTERM");
      const { code } = await server.ended();
      const took = performance.now() - begin;
      if (code !== 0 || took > 10_500) throw new Error(`It ended with ${code} after ${took} ms`);
      servers[0] = await stage.start(server.port);
      return performance.now();
    },
  },
  {
    name: "the server and the receiver of a webhook are killed",
    rounds: 10,
    servers: 1,
    webhooks: true,
    async strike({ stage, servers, receiver }) {
      const restarting = receiver?.killAndRestart();
      await Bun.sleep(Math.random() * 500);
      await killAndRestart(stage, servers, 0);
      await restarting;
      return performance.now();
    },
  },
  {
    name: "both disks are full",
    rounds: 5,
    servers: 1,
    smallDisks: true,
    async strike({ stage, disks }) {
      for (const disk of disks) await disk.fill();
      // Postgres has room for a while in what it has laid out already.
      await Bun.sleep(8_000);
      for (const disk of disks) await disk.free();
      return await acceptsAgain(stage);
    },
  },
];

/** Strikes repeatedly under load, then compares the result with the ledger. */
export async function runFault(fault: Fault, rounds: number): Promise<FaultReport> {
  const disks = fault.smallDisks ? [await mountSmallDisk(400), await mountSmallDisk(8)] : [];
  const [postgres, data] = disks;
  const folders = postgres && data && { postgres: postgres.folder, data: data.folder };
  const stage = await openStage({ agents: 6, ...(folders && { folders }) });
  try {
    const strikes = Array.from({ length: rounds }, () => fault);
    return { name: fault.name, rounds, ...(await strikeInTurn(stage, strikes, { disks })) };
  } finally {
    await stage.end();
    for (const disk of disks) await disk.end();
  }
}

export async function strikeInTurn(
  stage: Stage,
  strikes: readonly Fault[],
  { disks = [], breathMs }: { disks?: SmallDisk[]; breathMs?: number } = {},
): Promise<Omit<FaultReport, "name" | "rounds">> {
  const receiver = strikes.some(({ webhooks }) => webhooks) ? await openReceiver(stage) : null;
  try {
    return await strikeAll(stage, strikes, { disks, breathMs, receiver });
  } finally {
    receiver?.end();
  }
}

async function strikeAll(
  stage: Stage,
  strikes: readonly Fault[],
  {
    disks,
    breathMs,
    receiver,
  }: { disks: SmallDisk[]; breathMs: number | undefined; receiver: Receiver | null },
): Promise<Omit<FaultReport, "name" | "rounds">> {
  const servers = [await stage.start()];
  while (strikes.some((fault) => fault.servers > servers.length)) servers.push(await stage.start());
  const load = await startLoad({
    urls: servers.map(({ url }) => url),
    ledger: stage.ledger,
    people: stage.people,
    breathMs,
  });
  let slowestRecoveryMs = 0;
  for (const fault of strikes) {
    await Bun.sleep(200 + Math.random() * 1_000);
    const repairedAt = await fault.strike({ stage, disks, servers, receiver });
    slowestRecoveryMs = Math.max(slowestRecoveryMs, await timeToRecover(load, repairedAt));
  }
  const report = await load.stop();
  await waitForReleases(stage);
  const undelivered = (await receiver?.compare()) ?? [];
  const verdict = await judge(stage);
  const disagreements = [...verdict.disagreements, ...undelivered];
  return { slowestRecoveryMs, ...report, ...verdict, disagreements };
}

async function killAndRestart(stage: Stage, servers: StagedServer[], index: number): Promise<void> {
  const server = servers[index];
  if (!server) throw new Error("There is no server");
  server.signal("SIGKILL");
  await server.ended();
  servers[index] = await stage.start(server.port);
}

/** The milliseconds from this moment to the first acknowledged action. */
export async function timeToRecover(load: Load, since: number): Promise<number> {
  const patience = performance.now() + 40_000;
  while (load.lastSuccess() <= since) {
    if (performance.now() > patience) throw new Error("It does not work again");
    await Bun.sleep(5);
  }
  return load.lastSuccess() - since;
}

/** `before`: a backend that falls with all others, a moment later. */
async function acceptsAgain({ owner }: Stage, before?: number): Promise<number> {
  const patience = performance.now() + 60_000;
  for (;;) {
    const answered = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(owner).then(
      ({ rows }) => rows[0]?.pid,
      () => undefined,
    );
    if (answered !== undefined && answered !== before) return performance.now();
    if (performance.now() > patience) throw new Error("Postgres does not come back");
    await Bun.sleep(10);
  }
}

/** Replies wait eight seconds before they are public and mailed: the judge waits with them. */
export async function waitForReleases({ owner }: Pick<Stage, "owner">): Promise<void> {
  const patience = performance.now() + 60_000;
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from messages
      where kind = 'public' and release_at is not null and released_at is null`.execute(owner);
    if (rows[0]?.waiting === 0) return;
    if (performance.now() > patience) return;
    await Bun.sleep(200);
  }
}
