import { beforeAll, describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import manifest from "../package.json";
import { recordBackup } from "../server/backup/write-backup.ts";
import { type Db, openDatabase } from "../server/db/database.ts";
import { createApp } from "../server/http/app.ts";
import { createLog } from "../server/log.ts";
import { startMetrics } from "../server/metrics/report-metrics.ts";
import { createRequestMeter } from "../server/metrics/request-meter.ts";
import { serveMetrics } from "../server/metrics/serve-metrics.ts";
import { insertMessage, insertTicket, insertUser } from "./support/builders.ts";
import { readExposition, type Sample, sampleOf } from "./support/exposition.ts";
import { addPerson, type Person } from "./support/people.ts";
import { openStream } from "./support/stream.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Visitor } from "./support/visitor.ts";

let admin: Person;
let visitor: Visitor;
const logged: string[] = [];
const secretWord = "kumquat";

const server = setUpTestServer(
  { logRequests: true },
  { log: createLog("info", (line) => logged.push(line)) },
);

beforeAll(async () => {
  admin = await addPerson(server.db, "Super Admin");
  visitor = server.visitor();
  await visitor.signIn(admin.email);
}, 120_000);

const noFolder = { freeBytes: async () => null };

async function scrape(): Promise<{ text: string; samples: Sample[] }> {
  const answer = await fetch(server.metricsUrl ?? "");
  expect(answer.headers.get("Content-Type")).toStartWith("text/plain; version=0.0.4");
  const text = await answer.text();
  return { text, samples: readExposition(text) };
}

async function counted(route: string, status: number): Promise<number> {
  const { samples } = await scrape();
  const labels = { route, status: String(status) };
  return sampleOf(samples, "frontdesk_requests_total", labels) ?? 0;
}

const listInput = { view: "all", q: secretWord };

describe("the metrics", () => {
  test("count calls by procedure and status, with their duration", async () => {
    const before = await counted("tickets.list", 200);
    expect((await visitor.query("tickets.list", listInput)).status).toBe(200);
    await server.visitor().query("tickets.list", listInput);
    const { samples } = await scrape();
    expect(await counted("tickets.list", 200)).toBe(before + 1);
    expect(await counted("tickets.list", 401)).toBe(1);
    const route = "tickets.list";
    const total = sampleOf(samples, "frontdesk_request_duration_seconds_count", { route });
    expect(total).toBe(before + 2);
    const buckets = samples.filter(
      ({ name, labels }) =>
        name === "frontdesk_request_duration_seconds_bucket" && labels.route === route,
    );
    const counts = buckets.map(({ value }) => value);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(buckets.at(-1)).toMatchObject({ labels: { le: "+Inf" }, value: total });
  });

  test("count each call of a batch", async () => {
    const before = await counted("session.current", 200);
    const missing = encodeURIComponent(JSON.stringify({ 1: { number: 999_999 } }));
    const path = `/node/trpc/session.current,tickets.get?batch=1&input=${missing}`;
    expect((await visitor.request("GET", path)).status).toBe(207);
    expect(await counted("session.current", 200)).toBe(before + 1);
    expect(await counted("tickets.get", 404)).toBe(1);
    expect(await counted("tickets.get", 200)).toBe(0);
    const names = Array.from({ length: 11 }, () => "session.current").join(",");
    expect((await visitor.request("GET", `/node/trpc/${names}?batch=1&input={}`)).status).toBe(400);
    expect(await counted("session.current", 400)).toBe(10);
  });

  test("count requests by route pattern; unknown paths share one", async () => {
    await visitor.request("GET", `/node/files/${Bun.randomUUIDv7()}`);
    expect(await counted("GET /node/files/:id", 404)).toBe(1);
    await visitor.query(`nothing.${secretWord}`);
    await visitor.query("toString");
    expect(await counted("unknown", 404)).toBe(2);
    await visitor.request("GET", `/node/${secretWord}`);
    expect(await counted("ALL /node/*", 404)).toBe(1);
  });

  test("contain connections, streams, the backlog and the process", async () => {
    // A HEAD request for a stream gets none.
    expect((await visitor.request("HEAD", "/node/trpc/live.events")).status).toBeLessThan(500);
    const stream = await openStream(server.url, visitor);
    await stream.hears(({ kind }) => kind === "ready");
    const { samples } = await scrape();
    stream.close();
    const told = (name: string) => sampleOf(samples, name) ?? Number.NaN;
    expect(told("frontdesk_live_streams")).toBe(1);
    expect(told("frontdesk_database_up")).toBe(1);
    expect(told("frontdesk_database_connections")).toBe(4);
    expect(told("frontdesk_database_connections_in_use")).toBeLessThanOrEqual(4);
    expect(told("frontdesk_database_waiting")).toBe(0);
    expect(sampleOf(samples, "frontdesk_build_info", { version: manifest.version })).toBe(1);
    expect(told("frontdesk_disk_free_bytes")).toBeGreaterThan(0);
    expect(told("frontdesk_slow_statements_total")).toBeGreaterThanOrEqual(0);
    expect(samples.filter(({ name }) => name === "frontdesk_backup_age_seconds")).toEqual([]);
    expect(told("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(told("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(Math.abs(told("process_start_time_seconds") - Date.now() / 1000)).toBeLessThan(3600);
  });

  test("contain failed sign-ins and the age of the last backup", async () => {
    const failed = async () =>
      sampleOf((await scrape()).samples, "frontdesk_sign_ins_failed_total") ?? Number.NaN;
    const before = await failed();
    await server.visitor().signIn(admin.email, "a wrong password");
    expect(await failed()).toBe(before + 1);
    const dayAgo = new Date(Date.now() - 24 * 60 * 60_000);
    await recordBackup(server.database.ownerUrl, dayAgo);
    const metrics = startMetrics(server.services);
    const age = sampleOf(readExposition(await metrics.render()), "frontdesk_backup_age_seconds");
    metrics.stop();
    expect(Math.abs((age ?? 0) - 86_400)).toBeLessThan(60);
  });

  test("contain timer delays from the first scrape on", async () => {
    // The first measurement is 0.1 s after the start, and the scrape can come earlier.
    const looks = async () =>
      sampleOf((await scrape()).samples, "frontdesk_event_loop_lag_seconds_count") ?? 0;
    let before = await looks();
    while (before === 0) before = await looks();
    let after = before;
    while (after === before) after = await looks();
    expect(after).toBeGreaterThan(before);
  });
});

test("contain no name, address, id or text", async () => {
  const { text } = await scrape();
  expect(text).not.toContain(secretWord);
  expect(text).not.toContain(admin.email);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test("report waiting work with its age", async () => {
  const { db } = server;
  const person = await insertUser(db);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const later = new Date(Date.now() + 3_600_000);
  const mail = { template: "of-a-later-release", user_id: person.id, data: {} };
  await db
    .insertInto("outgoing_mails")
    .values({
      ...{ id: Bun.randomUUIDv7(), ...mail, created_at: anHourAgo, next_attempt_at: later },
    })
    .execute();
  await db
    .insertInto("jobs")
    .values({
      ...{ id: Bun.randomUUIDv7(), kind: "tickets", owner_id: person.id, input: {}, total: 1 },
      ...{ request_id: Bun.randomUUIDv7(), created_at: anHourAgo, leased_until: later },
      state: "running",
    })
    .execute();
  const ticket = await insertTicket(db, { requester_id: person.id });
  await insertMessage(db, {
    ...{ ticket_id: ticket.id, author_id: person.id, release_at: later, released_at: null },
  });
  // Hidden tickets wait and are not late.
  const merged = { merged_into_id: ticket.id, status: "closed" } as const;
  for (const hidden of [{ spam_at: anHourAgo }, merged]) {
    const { id } = await insertTicket(db, { requester_id: person.id, ...hidden });
    await insertMessage(db, {
      ...{ ticket_id: id, author_id: person.id, release_at: anHourAgo, released_at: null },
    });
  }
  // A server caches what it read for a moment, so another server is used.
  const given = { ...mail, created_at: anHourAgo, next_attempt_at: anHourAgo };
  for (const state of ["failed", "failed", "skipped", "kept"] as const) {
    const row = { ...given, id: Bun.randomUUIDv7(), state };
    await db.insertInto("outgoing_mails").values(row).execute();
  }
  const samples = await samplesOf(db);
  const told = (name: string) => Math.round(sampleOf(samples, `frontdesk_${name}`) ?? -1);
  expect(told("mails_waiting")).toBe(1);
  expect(told("mails_oldest_seconds")).toBeWithin(3600, 3660);
  expect(told("mails_failed")).toBe(2);
  expect(told("mails_overdue_seconds")).toBe(0);
  expect(told("jobs_waiting")).toBe(1);
  expect(told("jobs_oldest_seconds")).toBeWithin(3600, 3660);
  expect(told("replies_overdue_seconds")).toBe(0);
  expect(told("search_waiting")).toBeGreaterThanOrEqual(0);
});

async function samplesOf(db: Db) {
  const requests = createRequestMeter([]);
  const metrics = startMetrics({ db, health: noFolder, requests, live: { size: 0 } });
  const samples = readExposition(await metrics.render());
  metrics.stop();
  return samples;
}

test("report everything else without a database", async () => {
  const db = openDatabase({ url: "postgres://unknown@127.0.0.1:1/nothing", size: 1 });
  const samples = await samplesOf(db);
  await db.destroy();
  expect(sampleOf(samples, "frontdesk_database_up")).toBe(0);
  expect(sampleOf(samples, "frontdesk_mails_waiting")).toBeUndefined();
  expect(sampleOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(0);
});

describe("the metrics port", () => {
  test("is closed to other machines, and the main port has no metrics", async () => {
    const { port, hostname } = new URL(server.metricsUrl ?? "");
    expect(hostname).toBe("127.0.0.1");
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside) {
      expect({ address, opens: await opens(address, Number(port)) }).toEqual({
        address,
        opens: false,
      });
    }
    const { text } = await visitor.request("GET", "/metrics");
    expect(text).not.toContain("frontdesk_requests_total");
    // The client may have to be built first.
  }, 120_000);

  test("serves nothing but the metrics", async () => {
    const url = server.metricsUrl ?? "";
    expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });

  test("in use is reported, as an error if it was configured", () => {
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = taken;
    const said: string[] = [];
    const log = createLog("warn", (line) => said.push(line));
    const metrics = { render: async () => "", stop() {} };
    const settings = { host: "127.0.0.1", port };
    expect(serveMetrics({ ...settings, isChosen: false }, metrics, log)).toBeNull();
    expect(said).toEqual([expect.stringContaining('"event":"metrics.not-served"')]);
    expect(() => serveMetrics({ ...settings, isChosen: true }, metrics, log)).toThrow(
      `METRICS_PORT ${port} on 127.0.0.1 cannot be listened on (EADDRINUSE): set another, or off.`,
    );
    taken.stop(true);
  });
});

async function opens(hostname: string, port: number): Promise<boolean> {
  const connection = Bun.connect({ hostname, port, socket: { data() {} } });
  const opened = connection.then(
    (socket) => socket.end() !== null,
    () => false,
  );
  return await Promise.race([opened, Bun.sleep(1000).then(() => false)]);
}

const linesOf = (requestId: string | null) =>
  logged.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);

describe("the request log", () => {
  test("has one line for each request, found by the id in its answer", async () => {
    const path = `/node/trpc/tickets.list?input=${encodeURIComponent(JSON.stringify(listInput))}`;
    const { headers } = await visitor.request("GET", path);
    const requestId = headers.get("X-Request-Id");
    expect(linesOf(requestId)).toEqual([
      {
        ...{ time: expect.any(String), level: "info", event: "request", requestId },
        ...{ method: "GET", route: "tickets.list", status: 200, ms: expect.any(Number) },
        userId: admin.id,
      },
    ]);
  });

  test("names each call of a batch", async () => {
    const path = "/node/trpc/session.current,session.list?batch=1&input={}";
    const { headers } = await visitor.request("GET", path);
    const [line] = linesOf(headers.get("X-Request-Id"));
    expect(line.route).toBe("session.current,session.list");
  });

  test("contains no word of a query, no address and no key", () => {
    const all = logged.join("\n");
    expect(all).toContain('"event":"request"');
    for (const secret of [secretWord, admin.email, ...visitor.cookies.values()]) {
      expect(all).not.toContain(secret);
    }
  });

  test("leaves out probes, unless debugging", async () => {
    for (const probe of ["/healthz", "/readyz"]) {
      const { headers } = await visitor.request("GET", probe);
      expect(linesOf(headers.get("X-Request-Id"))).toEqual([]);
    }
  });

  test("has no request lines when they are switched off", async () => {
    const services = { ...server.services, logsRequests: false };
    const app = createApp({ services, client: () => new Response() });
    const { headers } = await app.request("/node/auth/user", {}, {});
    expect(headers.get("X-Request-Id")).toBeString();
    expect(linesOf(headers.get("X-Request-Id"))).toEqual([]);
  });
});
