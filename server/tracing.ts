import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./log.ts";
import { reasonOf } from "./reason-of.ts";
import { version } from "./version.ts";

export interface TracingSettings {
  /** Without the path that OTLP adds. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** What its owner can still say about a span that runs. */
interface RunningSpan {
  name: string;
  traceId: string | undefined;
  attributes: Record<string, string | number>;
  failed: boolean;
}

interface SpanContext {
  traceId: string;
  spanId: string;
}

interface EndedSpan extends SpanContext {
  parentId: string | undefined;
  name: string;
  kind: keyof typeof kinds;
  begin: number;
  end: number;
  attributes: RunningSpan["attributes"];
  failed: boolean;
}

/** As numbered by OpenTelemetry. */
const kinds = { internal: 1, server: 2, client: 3 } as const;

const everyMs = 5_000;
const atOnce = 512;
/** With a collector that is away, newer spans are dropped instead of held. */
const mostWaiting = 4_096;
const deadlineMs = 10_000;
/** Shorter statements would outnumber everything else. */
const tracedStatementMs = 50;

const current = new AsyncLocalStorage<SpanContext | null>();
/** One for the process, as the connections to the database know no services. */
let waiting: EndedSpan[] | null = null;

/** Sends spans of requests, slow statements and jobs to a collector, by OTLP as JSON over HTTP. */
export function startTracing(settings: TracingSettings, log: Log): { stop(): Promise<void> } {
  waiting = [];
  let isReported = false;
  let sending: Promise<void> = Promise.resolve();
  const send = async (spans: readonly EndedSpan[]) => {
    try {
      const answer = await fetch(`${settings.endpoint}/v1/traces`, {
        method: "POST",
        headers: { ...settings.headers, "Content-Type": "application/json" },
        body: JSON.stringify(exportOf(spans, settings.serviceName)),
        signal: AbortSignal.timeout(deadlineMs),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error("Refused", { cause: `status ${answer.status}` });
      isReported = false;
      return true;
    } catch (error) {
      if (!isReported) log.warn("traces.unsent", { reason: reasonOf(error) });
      isReported = true;
      return false;
    }
  };
  const sendAll = async () => {
    for (let spans = waiting?.splice(0, atOnce) ?? []; spans.length > 0; ) {
      if (!(await send(spans))) return;
      spans = waiting?.splice(0, atOnce) ?? [];
    }
  };
  const flush = () => {
    sending = sending.then(sendAll);
    return sending;
  };
  const timer = setInterval(flush, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await flush();
      waiting = null;
    },
  };
}

/**
 * Runs something as a span, within the one that runs already or that `parent`, a W3C traceparent, names. A
 * caller that does not sample its trace is not recorded here either.
 */
export async function traced<T>(
  { name, kind, parent }: { name: string; kind: EndedSpan["kind"]; parent?: string | undefined },
  run: (span: RunningSpan) => Promise<T>,
): Promise<T> {
  const span: RunningSpan = { name, traceId: undefined, attributes: {}, failed: false };
  if (!waiting) return await run(span);
  const given = readParent(parent);
  const above = given === undefined ? current.getStore() : given;
  if (above === null) return await current.run(null, () => run(span));
  const own = { traceId: above?.traceId ?? randomHex(16), spanId: randomHex(8) };
  span.traceId = own.traceId;
  const begin = Date.now();
  const since = performance.now();
  try {
    return await current.run(own, () => run(span));
  } catch (error) {
    span.failed = true;
    throw error;
  } finally {
    const { traceId: _, ...said } = span;
    const end = begin + performance.now() - since;
    record({ ...own, ...said, parentId: above?.spanId, kind, begin, end });
  }
}

/** A statement that took this long, within the span that runs. Its text has no values. */
export function traceStatement(text: string, ms: number, failed: boolean): void {
  if (!waiting || ms < tracedStatementMs) return;
  const above = current.getStore();
  if (!above) return;
  const [word = "query"] = /\w+/.exec(text) ?? [];
  const end = Date.now();
  record({
    traceId: above.traceId,
    spanId: randomHex(8),
    parentId: above.spanId,
    name: word.toUpperCase(),
    kind: "client",
    begin: end - ms,
    end,
    attributes: {
      "db.system.name": "postgresql",
      "db.query.text": text.slice(0, 2_000),
    },
    failed,
  });
}

function record(span: EndedSpan): void {
  if (waiting && waiting.length < mostWaiting) waiting.push(span);
}

/** Undefined: there is none. Null: its trace is not recorded. */
function readParent(header: string | undefined): SpanContext | null | undefined {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header?.trim() ?? "");
  if (!found) return undefined;
  const [, traceId = "", spanId = "", flags = ""] = found;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return Number.parseInt(flags, 16) & 1 ? { traceId, spanId } : null;
}

function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}

function exportOf(spans: readonly EndedSpan[], serviceName: string) {
  const resource = { "service.name": serviceName, "service.version": version };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "frontdesk", version }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: EndedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.begin),
    endTimeUnixNano: nanoseconds(span.end),
    attributes: attributesOf(span.attributes),
    status: span.failed ? { code: 2 } : {},
  };
}

function attributesOf(attributes: RunningSpan["attributes"]) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
  }));
}

/** Larger than a number holds exactly, so OTLP has it as a string. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
