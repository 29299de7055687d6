import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { CompiledQuery } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { listTickets } from "../../server/tickets/queries.ts";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { listTicketsInput } from "../../shared/tickets.ts";
import {
  createTestDatabase,
  startTestPostgres,
  testPostgresVariable,
} from "../support/postgres.ts";
import { createVisitor, testPassword } from "../support/visitor.ts";
import type { LoadFigures, LoadPlan } from "./load.ts";
import { type BenchPeople, seedTickets } from "./seed.ts";

const rounds = 5;
const seconds = Number(argument("--seconds") ?? 3);
const tickets = Number(argument("--tickets") ?? 20_000);

const running: { kill(): void }[] = [];
const postgres = await startTestPostgres();
process.env[testPostgresVariable] = JSON.stringify(postgres);
try {
  await bench();
} finally {
  for (const child of running) child.kill();
  await postgres.stop();
}

async function bench(): Promise<void> {
  const database = await createTestDatabase();
  const people = await seedTickets(database.owner, tickets);
  const desk = await spawnServer("desk.ts", { url: database.url });
  const bare = await spawnServer("bare.ts", {
    url: database.url,
    ...(await statementOfList(database.url, database.db)),
  });
  say(`${tickets} tickets, 8 connections, median of ${rounds} interleaved rounds of ${seconds} s`);
  say("");
  await benchLists(desk.port, bare.port, people);
  await benchSignIn(desk, people.admin);
  say("");
  await benchFirstLoad();
  await database.drop();
}

async function benchLists(desk: number, bare: number, people: BenchPeople): Promise<void> {
  const readers = Object.entries(people);
  const plans = [
    { name: "bare Bun handler, the same SQL", plan: plan(bare, "GET", "/", {}) },
    ...(await Promise.all(
      readers.map(async ([name, email]) => ({
        name: `list of 50 through tRPC, ${name}`,
        plan: plan(desk, "GET", listPath, { Cookie: await cookieOf(desk, email) }),
      })),
    )),
  ];
  const figures = new Map<string, LoadFigures[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, plan: one } of plans) {
      figures.set(name, [...(figures.get(name) ?? []), await load(one)]);
    }
  }
  const [base] = [...figures.values()].map((all) => median(all.map(({ perSecond }) => perSecond)));
  row("what", "a second", "ratio", "p50 ms", "p95 ms", "p99 ms", "failed");
  for (const [name, all] of figures) {
    const middle = (pick: (one: LoadFigures) => number) => median(all.map(pick));
    const perSecond = middle((one) => one.perSecond);
    row(
      name,
      perSecond.toFixed(0),
      (perSecond / (base ?? perSecond)).toFixed(2),
      middle((one) => one.p50).toFixed(2),
      middle((one) => one.p95).toFixed(2),
      middle((one) => one.p99).toFixed(2),
      String(all.reduce((sum, one) => sum + one.failed, 0)),
    );
  }
}

/** Sign-ins end in a session each, so the account does not matter; the hash is what costs. */
async function benchSignIn(desk: Served, email: string): Promise<void> {
  say("");
  say(`memory of the server under the list load: ${mebibytes(desk.pid, "VmRSS")} MiB`);
  const visitor = createVisitor(`http://127.0.0.1:${desk.port}`);
  await visitor.request("GET", "/node/auth/user");
  const token = visitor.cookies.get("XSRF-TOKEN") ?? "";
  const headers = {
    Cookie: `XSRF-TOKEN=${token}`,
    "X-XSRF-TOKEN": token,
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ email, password: testPassword });
  const figures = await load({
    ...plan(desk.port, "POST", "/node/auth/login", headers),
    body,
    connections: 4,
  });
  say(
    `sign-ins: ${figures.perSecond.toFixed(0)} a second, p50 ${figures.p50.toFixed(0)} ms, ${figures.failed} failed`,
  );
  say(`memory at its highest, while hashing: ${mebibytes(desk.pid, "VmHWM")} MiB`);
  await benchUnknownAddress(desk, email);
}

/** Whether somebody has an address shall not be told by the time an answer takes. */
async function benchUnknownAddress(desk: Served, email: string): Promise<void> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let tries = 0; tries < 4; tries += 1) {
    for (const [kind, address] of [
      ["known", email],
      ["unknown", "nobody@bench.test"],
    ] as const) {
      const visitor = createVisitor(`http://127.0.0.1:${desk.port}`);
      await visitor.request("GET", "/node/auth/user");
      const begin = performance.now();
      await visitor.signIn(address, "wrong-password");
      times[kind].push(performance.now() - begin);
    }
  }
  say(
    `a wrong password: ${median(times.known).toFixed(1)} ms at a known address, ${median(times.unknown).toFixed(1)} ms at an unknown one`,
  );
}

async function benchFirstLoad(): Promise<void> {
  const folder = await prepareClient();
  const files = [...new Bun.Glob("**/*.{js,css}").scanSync({ cwd: folder })];
  row("built file", "KB gzip");
  const sizes = await Promise.all(
    files.map(async (file) => ({
      file,
      size: gzipSync(await Bun.file(join(folder, file)).bytes()).length / 1024,
    })),
  );
  for (const { file, size } of sizes.sort((a, b) => b.size - a.size)) {
    row(file, size.toFixed(1));
  }
}

const listPath = `/node/trpc/tickets.list?input=${encodeURIComponent('{"view":"all"}')}`;

function plan(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
): LoadPlan {
  return { port, method, path, headers, connections: 8, seconds };
}

async function load(one: LoadPlan): Promise<LoadFigures> {
  const child = Bun.spawn(["bun", join(import.meta.dir, "load.ts")], { stdin: "pipe" });
  child.stdin.write(JSON.stringify(one));
  await child.stdin.end();
  return JSON.parse(await new Response(child.stdout).text());
}

interface Served {
  port: number;
  pid: number;
}

async function spawnServer(file: string, input: object): Promise<Served> {
  const child = Bun.spawn(["bun", join(import.meta.dir, file)], { stdin: "pipe" });
  running.push(child);
  child.stdin.write(JSON.stringify(input));
  await child.stdin.end();
  const { value } = await child.stdout.getReader().read();
  return { port: Number(new TextDecoder().decode(value)), pid: child.pid };
}

/** What the list sends as a Super Admin, caught on its way. */
async function statementOfList(
  url: string,
  db: Db,
): Promise<{ text: string; parameters: unknown[] }> {
  const sent: CompiledQuery[] = [];
  const watched = openDatabase({ url, size: 1, log: (event) => void sent.push(event.query) });
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Super Admin")
    .executeTakeFirstOrThrow();
  const actor = {
    id,
    role: "Super Admin",
    companyScope: null,
    companyIds: [],
    seesAllOf: [],
  } as const;
  const deps = { db: watched, actor, now: new Date(), requestId: "bench" };
  await listTickets(deps, listTicketsInput.parse({ view: "all" }));
  await watched.destroy();
  const [statement] = sent;
  if (!statement) throw new Error("The list sent nothing");
  return { text: statement.sql, parameters: [...statement.parameters] };
}

async function cookieOf(port: number, email: string): Promise<string> {
  const visitor = createVisitor(`http://127.0.0.1:${port}`);
  await visitor.signIn(email);
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function mebibytes(pid: number, line: "VmRSS" | "VmHWM"): string {
  const status = Bun.spawnSync(["cat", `/proc/${pid}/status`]).stdout.toString();
  const kilobytes = new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1];
  return kilobytes ? (Number(kilobytes) / 1024).toFixed(0) : "?";
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function row(first: string, ...rest: string[]): void {
  say(first.padEnd(46) + rest.map((cell) => cell.padStart(10)).join(""));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
