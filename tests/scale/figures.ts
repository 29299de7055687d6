import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoPassword } from "../../server/demo/accounts.ts";
import { headersOf, runLoad } from "../bench/running.ts";
import { mebibytesOf, median, say } from "../support/harness.ts";
import type { Pair } from "./cluster.ts";
import { type Composition, openComposition } from "./composition.ts";
import { environmentOf } from "./desk.ts";
import { startPooler } from "./pooler.ts";
import { withChildren } from "./processes.ts";

const root = join(import.meta.dir, "../..");

export interface FiguresOptions {
  tickets: number;
  seconds: number;
  rounds: number;
}

interface Way {
  name: string;
  servers: number;
  /** Past the proxy, to the first server itself. */
  direct?: boolean;
  env: Record<string, string>;
}

/**
 * A list of 50 by 16 connections at once, over one, two and four servers, and what it costs each of
 * the processors' users. Rounds take turns, so that a machine that slows down slows all.
 */
export async function measureFigures(
  pair: Pair,
  { tickets, seconds, rounds }: FiguresOptions,
): Promise<void> {
  const pooler = await startPooler(pair, { mode: "transaction", size: 20 });
  const env = { ...(await environmentOf(pair)), NODE_ENV: "development" };
  await fill(env, tickets);
  const pooled = { ...env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pair.appUrl };
  const ways: Way[] = [
    { name: "one server, no proxy", servers: 1, direct: true, env },
    { name: "one server behind HAProxy", servers: 1, env },
    { name: "two servers behind HAProxy", servers: 2, env },
    { name: "four servers behind HAProxy", servers: 4, env },
    { name: "two servers, PgBouncer by the transaction", servers: 2, env: pooled },
  ];
  const seen = new Map<string, Figures[]>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ways) {
        const figures = await measure(pair, way, seconds);
        seen.set(way.name, [...(seen.get(way.name) ?? []), figures]);
      }
    }
  } finally {
    await pooler.end();
  }
  say(
    "| | a second | p50 ms | p95 ms | ms of processor a list: servers | Postgres | MiB of a server |",
  );
  say("|---|--:|--:|--:|--:|--:|--:|");
  for (const [name, all] of seen) {
    const middle = (pick: (one: Figures) => number) => median(all.map(pick));
    const cells = [
      ...[name, middle((one) => one.perSecond).toFixed(0), middle((one) => one.p50).toFixed(1)],
      ...[middle((one) => one.p95).toFixed(1), middle((one) => one.serverMs).toFixed(2)],
      ...[middle((one) => one.postgresMs).toFixed(2), middle((one) => one.mebibytes).toFixed(0)],
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  const [load] = (await readFile("/proc/loadavg", "utf8")).split(" ");
  say(`\nLoad of the machine at the end: ${load}`);
}

interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
  /** Milliseconds of processor for one list. */
  serverMs: number;
  postgresMs: number;
  mebibytes: number;
}

async function measure(pair: Pair, way: Way, seconds: number): Promise<Figures> {
  const composition = await openComposition({ servers: way.servers, env: way.env, https: false });
  try {
    const port = way.direct ? (composition.servers[0]?.port ?? 0) : composition.port;
    const plan = {
      ...{ port, method: "GET", connections: 16, seconds },
      path: `/node/trpc/tickets.list?input=${encodeURIComponent(JSON.stringify({ view: "all" }))}`,
      headers: await headersOf(port, "admin@demo.test", demoPassword),
    };
    // A server that has just started has cold caches.
    for (const _ of composition.servers) await runLoad({ ...plan, seconds: 1 });
    const before = await processorOf(pair, composition);
    const load = await runLoad(plan);
    if (load.failed > 0) throw new Error(`${load.failed} lists were refused`);
    const after = await processorOf(pair, composition);
    // The load begins with a third of the time that it does not count, a second at most.
    const lists = load.perSecond * (seconds + Math.min(1, seconds / 3));
    const [first] = composition.servers;
    return {
      ...{ perSecond: load.perSecond, p50: load.p50, p95: load.p95 },
      serverMs: (after.servers - before.servers) / lists,
      postgresMs: (after.postgres - before.postgres) / lists,
      mebibytes: mebibytesOf(first?.pid ?? 0),
    };
  } finally {
    await composition.end();
  }
}

async function processorOf(pair: Pair, composition: Composition) {
  const backends = await withChildren(await pair.primary().pid());
  return {
    servers: await millisecondsOf(composition.servers.map(({ pid }) => pid)),
    postgres: await millisecondsOf(backends),
  };
}

/** Of processor, so far: in hundredths of a second, as the system counts it. */
async function millisecondsOf(pids: number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat.replace(/^.*\)/s, "").trim().split(" ");
    sum += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
  }
  return sum;
}

async function fill(env: Record<string, string>, tickets: number): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, "tests/load/demo-load.ts", "--tickets", String(tickets)],
    { cwd: root, env: { PATH: process.env.PATH ?? "", ...env }, stdout: "ignore", stderr: "pipe" },
  );
  const [words, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (code !== 0) throw new Error(`The desk cannot be filled: ${words}`);
}
