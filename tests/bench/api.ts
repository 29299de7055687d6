import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { createEncryption } from "../../server/encryption.ts";
import { addToken } from "../support/api-tokens.ts";
import { mebibytesOf, numberIn, readOptions, say } from "../support/harness.ts";
import { freePort } from "../support/process/free-port.ts";
import { openBenchData } from "./data.ts";
import { type BenchFacts, readFacts } from "./facts.ts";
import type { LoadPlan } from "./load.ts";
import { head, measure } from "./measure.ts";
import { postmasterOf } from "./processor.ts";
import { headersOf, runLoad, type Served, spawnServer } from "./running.ts";
import { addWebhooks, benchKey, openSink } from "./webhook-sink.ts";

/**
 * `bun run bench api`: the API next to tRPC, the document, and how quickly webhooks are delivered, also next to
 * a failing one. `--deliveries N` so many (60,000 take five minutes at 200 a second).
 */
const options = readOptions(["rounds", "seconds", "connections", "tickets", "deliveries"]);
const rounds = numberIn(options, "rounds") ?? 3;
const seconds = numberIn(options, "seconds") ?? 2;
const connections = numberIn(options, "connections") ?? 8;
const tickets = numberIn(options, "tickets") ?? 100_000;
const deliveries = numberIn(options, "deliveries") ?? 10_000;
const waitingAtFailing = 100_000;

const results: [what: string, goal: string, measured: string][] = [];
const data = await openBenchData(tickets);
try {
  await data.withCopy(bench);
} finally {
  await data.stop();
}
say("");
say("| what | goal | measured |");
say("|---|---|---|");
for (const cells of results) say(`| ${cells.join(" | ")} |`);
say("");
say("A change of status next to the bare statements, with ten active webhooks:");
process.exit(await benchStatusWithWebhooks());

async function bench(url: string): Promise<void> {
  const db = openDatabase({ url, size: 2, deadlineMs: 10 * 60_000 });
  const desk = await spawnServer("desk.ts", { url });
  try {
    const facts = await readFacts(db, data.people);
    say(
      `${tickets} tickets, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
    );
    await benchCalls(db, desk, facts);
    await benchWebhooks(db, desk, facts);
  } finally {
    desk.stop();
    await db.destroy();
  }
}

async function benchCalls(db: Db, { port, pid }: Served, { admin }: BenchFacts): Promise<void> {
  // A token can make a hundred calls at once, so many of them take turns.
  const tokens: string[] = [];
  for (let count = 0; count < 400; count += 1) {
    tokens.push((await addToken(db, admin.actor)).token);
  }
  const plan = (path: string, given: Partial<LoadPlan>): LoadPlan => ({
    port,
    method: "GET",
    path,
    headers: {},
    connections,
    seconds,
    ...given,
  });
  const session = await headersOf(port, data.people.admin);
  const input = encodeURIComponent(JSON.stringify({ view: "all", sort: "updated", limit: 50 }));
  const api = plan("/node/api/v1/tickets?limit=50", { tokens });
  const trpc = plan(`/node/trpc/tickets.list?input=${input}`, { headers: session });
  head();
  const list = await measure(
    {
      reader: "admin",
      name: "list of 50, API by tRPC",
      ...{ statements: 2, roundTrips: 2, server: pid, postmaster: await postmasterOf(data.url) },
      plans: async () => [api, trpc],
    },
    rounds,
  );
  results.push([
    "list of 50 by API against tRPC, throughput",
    "at least 0.90",
    list.ratio.toFixed(2),
  ]);

  const byApi = await transactionsPerCall(db, api);
  const byTrpc = await transactionsPerCall(db, trpc);
  const trips = `${byApi.toFixed(1)} and ${byTrpc.toFixed(1)}`;
  results.push(["round trips to the database per list, API and tRPC", "no extra one", trips]);

  const document = await runLoad(plan("/node/api/openapi.json", { connections: 1 }));
  results.push(["openapi.json, p95", "5 ms", `${document.p95.toFixed(2)} ms`]);
}

/** Each statement outside of a transaction counts as one. Workers, which look about once a second, add a little. */
async function transactionsPerCall(db: Db, plan: LoadPlan): Promise<number> {
  const counted = async () => {
    // The counts of a backend are visible a second after its last statement.
    await Bun.sleep(1_500);
    const { rows } = await sql<{ count: number }>`
      select xact_commit::float8 as count from pg_stat_database
      where datname = current_database()`.execute(db);
    return rows[0]?.count ?? 0;
  };
  const before = await counted();
  const { answers } = await runLoad({ ...plan, seconds: 3 });
  return ((await counted()) - before) / answers;
}

async function benchWebhooks(db: Db, desk: Served, facts: BenchFacts): Promise<void> {
  const sink = await openSink(db, facts, 1);
  const [healthy] = sink.ids;
  if (!healthy) throw new Error("There is no webhook");
  const alone = await deliver(db, healthy, sink.received);
  results.push(["deliveries to a local receiver, a second", "200", alone.toFixed(0)]);

  const before = mebibytesOf(desk.pid);
  const encryption = createEncryption([Buffer.from(benchKey, "base64")]);
  const [failing = ""] = await addWebhooks(db, facts, encryption, {
    count: 1,
    name: "Failing",
    url: `http://127.0.0.1:${freePort()}/`,
  });
  await addEvents(db, failing, waitingAtFailing);
  await spread(db);
  const next = await deliver(db, healthy, sink.received);
  const after = mebibytesOf(desk.pid);
  results.push(
    [
      "deliveries of another webhook next to a failing one with 100,000 waiting events",
      "unaffected",
      `${next.toFixed(0)} a second (${(next / alone).toFixed(2)})`,
    ],
    [
      "memory of the server before and then",
      "flat",
      `${before.toFixed(0)} and ${after.toFixed(0)} MiB`,
    ],
  );
  await sink.stop();
}

/** Deliveries a second of new events to this webhook alone. */
async function deliver(db: Db, webhookId: string, received: () => number): Promise<number> {
  const before = received();
  await addEvents(db, webhookId, deliveries);
  const start = performance.now();
  const patience = start + deliveries * 100;
  while (received() - before < deliveries) {
    if (performance.now() > patience) throw new Error("The deliveries do not end");
    await Bun.sleep(20);
  }
  return deliveries / ((performance.now() - start) / 1000);
}

async function addEvents(db: Db, webhookId: string, count: number): Promise<void> {
  await sql`
    with ticket as (
      select id, version, row_number() over (order by id) as place from tickets limit 5000
    )
    insert into webhook_events (id, type, subject_id, version, changes, webhook_id, at)
    select uuid_v7(), 'ticket.updated', ticket.id, ticket.version, '{"fields": ["status"]}',
      ${webhookId}::uuid, now()
    from generate_series(1, ${count}::int) as turn
      join ticket on ticket.place = 1 + turn % (select count(*) from ticket)`.execute(db);
}

async function spread(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from webhook_events where spread_at is null`.execute(db);
    if (rows[0]?.left === 0) return;
    await Bun.sleep(200);
  }
}

/** The bench of actions says it, over a copy of its own. */
async function benchStatusWithWebhooks(): Promise<number> {
  const script = join(import.meta.dir, "run.ts");
  const given = ["--only", "admin a change of status", "--webhooks", "10"];
  const sizes = ["--tickets", String(tickets), "--rounds", String(rounds)];
  return await Bun.spawn(["bun", "--no-orphans", script, ...given, ...sizes], {
    stdio: ["ignore", "inherit", "inherit"],
  }).exited;
}
