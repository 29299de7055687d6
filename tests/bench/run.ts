import { openDatabase } from "../../server/db/database.ts";
import { mebibytesOf, numberIn, readOptions, say } from "../support/harness.ts";
import { benchBlocks, type MeasuredBlock, showBlocks } from "./dashboard.ts";
import { type BenchData, openBenchData } from "./data.ts";
import { benchFirstLoad, benchSignIn } from "./extras.ts";
import { type BenchFacts, readFacts } from "./facts.ts";
import { floorReaders, makeFloor } from "./floor.ts";
import type { LoadPlan } from "./load.ts";
import { head, type Measured, measure } from "./measure.ts";
import { benchPeople } from "./people.ts";
import { postmasterOf } from "./processor.ts";
import { readRows } from "./rows.ts";
import { headersOf, runLoad, type Served, spawnServer } from "./running.ts";
import { type Sent, watchStatements } from "./statements.ts";
import { openSink } from "./webhook-sink.ts";
import { formOf, openSessions, openTickets, writeRows } from "./writes.ts";

/**
 * `bun run bench`: how fast each call is, compared with a bare handler that sends the same SQL.
 * `--tickets N` over so many, `--only list` those rows that this pattern fits (`people`: users and their
 * import), `--webhooks N` actions with so many active webhooks, `--json file` the figures as JSON too.
 */
const options = readOptions([
  "rounds",
  "seconds",
  "connections",
  "tickets",
  "only",
  "webhooks",
  "json",
]);
const rounds = numberIn(options, "rounds") ?? 3;
const seconds = numberIn(options, "seconds") ?? 1;
const connections = numberIn(options, "connections") ?? 8;
const tickets = numberIn(options, "tickets") ?? 100_000;
const webhooks = numberIn(options, "webhooks") ?? 0;
const { only, json } = options;

/** The statement that finds the session of a request. */
const forSession = 1;

const running: Served[] = [];
const data = await openBenchData(tickets);
const postmaster = await postmasterOf(data.url);
try {
  await bench();
} finally {
  for (const served of running) served.stop();
  await data.stop();
}
process.exit(0);

async function bench(): Promise<void> {
  const facts = await factsFrom(data);
  say(
    `${tickets} tickets, ${connections} connections, median of ${rounds} interleaved rounds of ${seconds} s`,
  );
  say("");
  head();
  const measured = [
    ...(await benchReads(facts)),
    ...(await benchFloor(facts)),
    ...(await benchWrites(facts)),
  ];
  await benchMixed(facts);
  if (isAsked({ reader: "admin", name: "people" })) await benchPeople(data, facts);
  const blocks = await benchDashboard();
  if (json) {
    await Bun.write(
      json,
      JSON.stringify({ tickets, connections, rows: measured, blocks }, null, 2),
    );
  }
  if (!only) await benchFirstLoad();
}

async function factsFrom({ url, people }: BenchData): Promise<BenchFacts> {
  const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
  try {
    return await readFacts(db, people);
  } finally {
    await db.destroy();
  }
}

async function benchReads(facts: BenchFacts): Promise<Measured[]> {
  const { url, people } = data;
  const rows = readRows(facts).filter(isAsked);
  if (rows.length === 0) return [];
  const sent = await watchStatements(url, facts, rows);
  const desk = await spawn("desk.ts", { url });
  const bare = await spawn("bare.ts", {
    url,
    rows: sent.map(({ statements }) => statements),
    acts: [],
  });
  const headers = await headersOfAll(desk.port);
  const measured: Measured[] = [];
  for (const [index, { reader, name, call, input }] of rows.entries()) {
    const query = input === null ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const path = `/node/trpc/${call}${query}`;
    const plans = async (): Promise<[LoadPlan, LoadPlan]> => [
      plan(desk.port, "GET", path, headers[reader]),
      plan(bare.port, "GET", `/rows/${index}`, {}),
    ];
    measured.push(await measure({ reader, name, ...costOf(sent[index], desk), plans }, rounds));
  }
  say(`memory of the server under this load: ${mebibytesOf(desk.pid).toFixed(0)} MiB`);
  if (!only) await benchSignIn(desk, people.admin);
  for (const served of [desk, bare]) served.stop();
  return measured;
}

/** The list compared with the minimum that its rows can cost. */
async function benchFloor(facts: BenchFacts): Promise<Measured[]> {
  const name = "list, next to one table";
  if (!floorReaders.some((reader) => isAsked({ reader, name }))) return [];
  return await data.withCopy(async (url, ownerUrl) => {
    const bare = await spawn("bare.ts", { url, rows: await makeFloor(ownerUrl, facts), acts: [] });
    const desk = await spawn("desk.ts", { url });
    const headers = await headersOfAll(desk.port);
    const asked = encodeURIComponent(JSON.stringify({ view: "all", sort: "updated" }));
    const measured: Measured[] = [];
    for (const [index, reader] of floorReaders.entries()) {
      const plans = async (): Promise<[LoadPlan, LoadPlan]> => [
        plan(desk.port, "GET", `/node/trpc/tickets.list?input=${asked}`, headers[reader]),
        plan(bare.port, "GET", `/rows/${index}`, {}),
      ];
      const cost = { statements: 1, roundTrips: 1 + forSession, server: desk.pid, postmaster };
      measured.push(await measure({ reader, name, ...cost, plans }, rounds));
    }
    for (const served of [desk, bare]) served.stop();
    return measured;
  });
}

/** Customers have no dashboard. */
async function benchDashboard(): Promise<MeasuredBlock[]> {
  const desk = await spawn("desk.ts", { url: data.url });
  const headers = await headersOfAll(desk.port);
  const readers = ["admin", "wideAgent", "rareAgent"].map((reader) => {
    return { reader, headers: headers[reader] ?? {} };
  });
  const blocks = await benchBlocks(desk.port, readers, isAsked);
  desk.stop();
  if (blocks.length > 0) showBlocks(blocks);
  return blocks;
}

/** Over a copy of the desk: the next run shall find it as this one did. */
async function benchWrites(facts: BenchFacts): Promise<Measured[]> {
  const rows = writeRows.filter(isAsked);
  if (rows.length === 0) return [];
  return await data.withCopy(async (url) => {
    const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
    const since = new Date();
    const sink = webhooks > 0 ? await openSink(db, facts, webhooks) : null;
    const open = await openTickets(db, facts.admin);
    const first = open[0] ?? fail("There is no open ticket");
    const sent = await watchStatements(
      url,
      facts,
      rows.map(({ reader, run }) => ({ reader, query: (deps) => run(deps, first) })),
      await openSessions(db, facts),
    );
    const acts = rows.map((_, index) => ({
      statements: formOf(sent[index]?.statements ?? [], first.id, since),
      ticketIds: open.map(({ id }) => id),
    }));
    const desk = await spawn("desk.ts", { url });
    const bare = await spawn("bare.ts", { url, rows: [], acts });
    const headers = await headersOfAll(desk.port);
    const measured: Measured[] = [];
    for (const [index, row] of rows.entries()) {
      const plans = async (): Promise<[LoadPlan, LoadPlan]> => [
        {
          ...plan(desk.port, "POST", `/node/trpc/${row.call}`, headers[row.reader]),
          body: JSON.stringify(row.input),
          tickets: await openTickets(db, facts.admin),
        },
        plan(bare.port, "POST", `/acts/${index}`, {}),
      ];
      measured.push(await measure({ ...row, ...costOf(sent[index], desk), plans }, rounds));
    }
    await sink?.drain();
    for (const served of [desk, bare]) served.stop();
    await db.destroy();
    return measured;
  });
}

/** What the server's memory grows to while people list, open, search and change tickets at the same time. */
async function benchMixed(facts: BenchFacts): Promise<void> {
  if (!isAsked({ reader: "admin", name: "memory under a mixed load" })) return;
  await data.withCopy(async (url) => {
    const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
    const desk = await spawn("desk.ts", { url });
    const headers = await headersOfAll(desk.port);
    // Without the peak of hashing passwords: Linux begins again to note the highest.
    await Bun.write(`/proc/${desk.pid}/clear_refs`, "5");
    const names = ["list, all", "ticket", "search, two middling words", "count, all"];
    const reads = readRows(facts).filter(
      ({ reader, name }) => reader === "admin" && names.includes(name),
    );
    const change = writeRows[0] ?? fail("There is no change of status");
    const shared = { connections: Math.max(1, Math.ceil(connections / 5)), seconds: 10 * seconds };
    const figures = await Promise.all([
      ...reads.map(({ reader, call, input }) => {
        const path = `/node/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`;
        return runLoad({ ...plan(desk.port, "GET", path, headers[reader]), ...shared });
      }),
      runLoad({
        ...plan(desk.port, "POST", `/node/trpc/${change.call}`, headers[change.reader]),
        body: JSON.stringify(change.input),
        tickets: await openTickets(db, facts.admin),
        ...shared,
      }),
    ]);
    const answers = figures.reduce((sum, one) => sum + one.answers, 0);
    const failed = figures.reduce((sum, one) => sum + one.failed, 0);
    const [now, most] = [mebibytesOf(desk.pid), mebibytesOf(desk.pid, "VmHWM")];
    say(
      `memory under a mixed load: ${now.toFixed(0)} MiB, ${most.toFixed(0)} at its highest, after ${answers} answers, ${failed} failed`,
    );
    desk.stop();
    await db.destroy();
  });
}

function costOf(sent: Sent | undefined, desk: Served) {
  return {
    statements: sent?.statements.length ?? 0,
    roundTrips: (sent?.roundTrips ?? 0) + forSession,
    server: desk.pid,
    postmaster,
  };
}

function isAsked({ name, reader }: { name: string; reader: string }): boolean {
  return !only || new RegExp(only).test(`${reader} ${name}`);
}

async function headersOfAll(port: number): Promise<Record<string, Record<string, string>>> {
  const headers: Record<string, Record<string, string>> = {};
  for (const [reader, email] of Object.entries(data.people)) {
    headers[reader] = await headersOf(port, email);
  }
  return headers;
}

async function spawn(file: string, input: object): Promise<Served> {
  const served = await spawnServer(file, input);
  running.push(served);
  return served;
}

function plan(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): LoadPlan {
  const sent = { ...headers, "Content-Type": "application/json" };
  return { port, method, path, headers: sent, connections, seconds };
}

function fail(words: string): never {
  throw new Error(words);
}
