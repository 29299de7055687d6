import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { CompiledQuery } from "kysely";
import type { Actor } from "../../server/actor.ts";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { listTickets } from "../../server/tickets/queries.ts";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { listTicketsInput } from "../../shared/schemas/tickets.ts";
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

const listPath = `/node/trpc/tickets.list?input=${encodeURIComponent('{"view":"all"}')}`;

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
    statements: await statementsOfLists(database.url, people),
  });
  say(`${tickets} tickets, 8 connections, median of ${rounds} interleaved rounds of ${seconds} s`);
  say("");
  await benchLists(desk.port, bare.port, people);
  await benchSignIn(desk, people.admin);
  say("");
  await benchFirstLoad();
  await database.drop();
}

/** Each reader's list beside a bare handler that sends that reader's very statement. */
async function benchLists(desk: number, bare: number, people: BenchPeople): Promise<void> {
  row(
    "list of 50 through tRPC",
    "a second",
    "bare",
    "ratio",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "failed",
  );
  for (const [name, email] of Object.entries(people)) {
    const list = plan(desk, "GET", listPath, { Cookie: await cookieOf(desk, email) });
    const same = plan(bare, "GET", `/${name}`, {});
    const rounds = await interleave(list, same);
    const middle = (pick: (one: LoadFigures) => number) => median(rounds.map(([one]) => pick(one)));
    row(
      name,
      middle((one) => one.perSecond).toFixed(0),
      median(rounds.map(([, other]) => other.perSecond)).toFixed(0),
      median(rounds.map(([one, other]) => one.perSecond / other.perSecond)).toFixed(2),
      middle((one) => one.p50).toFixed(2),
      middle((one) => one.p95).toFixed(2),
      middle((one) => one.p99).toFixed(2),
      String(rounds.reduce((sum, [one, other]) => sum + one.failed + other.failed, 0)),
    );
  }
}

async function interleave(a: LoadPlan, b: LoadPlan): Promise<[LoadFigures, LoadFigures][]> {
  const figures: [LoadFigures, LoadFigures][] = [];
  for (let round = 0; round < rounds; round += 1) figures.push([await load(a), await load(b)]);
  return figures;
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

interface Statement {
  text: string;
  parameters: unknown[];
}

/** What the list sends for each reader, caught on its way. */
async function statementsOfLists(
  url: string,
  people: BenchPeople,
): Promise<Record<string, Statement>> {
  const sent: CompiledQuery[] = [];
  const watched = openDatabase({ url, size: 1, log: (event) => void sent.push(event.query) });
  const statements: Record<string, Statement> = {};
  for (const [name, email] of Object.entries(people)) {
    const actor = await actorOf(watched, email);
    sent.length = 0;
    const deps = { db: watched, actor, now: new Date(), requestId: "bench" };
    await listTickets(deps, listTicketsInput.parse({ view: "all" }));
    const [statement] = sent;
    if (!statement) throw new Error("The list sent nothing");
    statements[name] = { text: statement.sql, parameters: [...statement.parameters] };
  }
  await watched.destroy();
  return statements;
}

async function actorOf(db: Db, email: string): Promise<Actor> {
  const { id, role, company_scope } = await db
    .selectFrom("users")
    .select(["id", "role", "company_scope"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const companies = await db
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", id)
    .execute();
  return {
    id,
    role,
    companyScope: company_scope,
    companyIds: companies.map((company) => company.company_id),
    seesAllOf: companies.filter((one) => one.sees_all_tickets).map((one) => one.company_id),
  };
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
  say(first.padEnd(40) + rest.map((cell) => cell.padStart(10)).join(""));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
