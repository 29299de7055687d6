import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../tests/support/postgres.ts";
import { startTestServer, type TestServer } from "../tests/support/server.ts";
import { createLog } from "./log.ts";
import { startTracing, traced } from "./tracing.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: object }[];
  status: { code?: number };
}

/** A collector that takes OTLP as JSON, as the OpenTelemetry Collector does at port 4318. */
let collector: Bun.Server<undefined>;
let received: { path: string; key: string | null; spans: Span[]; service: unknown }[] = [];
let status = 200;
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  collector = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { resourceSpans } = await request.json();
      const [{ resource, scopeSpans }] = resourceSpans;
      received.push({
        path: new URL(request.url).pathname,
        key: request.headers.get("x-key"),
        spans: scopeSpans[0].spans,
        service: resource.attributes[0],
      });
      return Response.json({ partialSuccess: {} }, { status });
    },
  });
  database = await createTestDatabase();
  server = await startTestServer({}, { database });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.drop();
  await collector.stop(true);
});
beforeEach(() => {
  received = [];
  status = 200;
});

const lines: string[] = [];
const log = createLog("warn", (line) => void lines.push(line));
const settings = () => ({
  endpoint: `http://127.0.0.1:${collector.port}`,
  headers: { "x-key": "secret" },
  serviceName: "support desk",
});
const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const caller = "00f067aa0ba902b7";
const ask = (flags: string) =>
  fetch(`${server.url}/node/trpc/session.current`, {
    headers: { traceparent: `00-${trace}-${caller}-${flags}` },
  });

test("a request is a span of its caller's trace, without what it was asked", async () => {
  const tracing = startTracing(settings(), log);
  await ask("01");
  await tracing.stop();
  const [sent] = received;
  expect(sent).toMatchObject({ path: "/v1/traces", key: "secret" });
  expect(sent?.service).toEqual({ key: "service.name", value: { stringValue: "support desk" } });
  const span = sent?.spans.find(({ kind }) => kind === 2);
  expect(span).toMatchObject({ traceId: trace, parentSpanId: caller, status: {} });
  expect(span?.name).toBe("session.current");
  expect(span?.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(span?.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: "200" },
  });
  const [begin, end] = [BigInt(span?.startTimeUnixNano ?? 0), BigInt(span?.endTimeUnixNano ?? 0)];
  expect(end - begin).toBeGreaterThan(0n);
});

test("a trace that its caller does not sample is not sent", async () => {
  const tracing = startTracing(settings(), log);
  await ask("00");
  await tracing.stop();
  expect(received).toEqual([]);
});

test("a slow statement is a span below the one that runs it, without values", async () => {
  const tracing = startTracing(settings(), log);
  await traced({ name: "job", kind: "internal" }, async () => {
    await sql`select pg_sleep(0.1), ${"a secret"}::text`.execute(database.db);
    await sql`select 1`.execute(database.db);
  });
  await tracing.stop();
  const spans = received.flatMap((each) => each.spans);
  const job = spans.find(({ name }) => name === "job");
  const below = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(below).toMatchObject([{ name: "SELECT", kind: 3, traceId: job?.traceId }]);
  expect(JSON.stringify(below)).toContain("pg_sleep(0.1), $1::text");
  expect(JSON.stringify(below)).not.toContain("a secret");
});

test("what fails is marked; a collector that refuses is logged once", async () => {
  status = 503;
  const tracing = startTracing(settings(), log);
  const failing = traced({ name: "broken", kind: "internal" }, async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await tracing.stop();
  expect(received[0]?.spans).toMatchObject([{ name: "broken", status: { code: 2 } }]);
  expect(lines).toEqual([expect.stringContaining("traces.unsent")]);
  expect(lines.join()).toContain("status 503");
});

test("without a collector nothing is recorded", async () => {
  await ask("01");
  const tracing = startTracing(settings(), log);
  await tracing.stop();
  expect(received).toEqual([]);
});
