import { createHash } from "node:crypto";
import { AppError } from "../../../shared/errors.ts";
import type { Db } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import { type GuardedAnswer, type GuardedFetch, OutboundError } from "../../guarded-fetch.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import {
  giveBackDelivery,
  type LeasedDelivery,
  leaseDeliveries,
  nextDelivery,
  perServer,
  perServerFailing,
  postponeDelivery,
  spreadEvents,
} from "./queue.ts";
import { renderDelivery } from "./render.ts";
import { type Attempt, endDelivery, retryDelivery } from "./retries.ts";

export interface WebhookWorker {
  /** Looks for events now instead of within a second. */
  wake(): void;
  /** Resolves when no due delivery is left; for tests. */
  settled(): Promise<void>;
  /** Cuts off requests after a moment; they are repeated later. */
  stop(): Promise<void>;
}

interface WebhookWorkerOptions {
  db: Db;
  encryption: Encryption;
  guardedFetch: GuardedFetch;
  log: Log;
  now: () => Date;
  origin: () => string;
}

const idleMs = 1000;
const failedMs = 1000;
const heldMs = 100;
/** Until a leased delivery without a result is sent again: its server was killed. */
const leaseMs = 20_000;
/** For one request altogether, well under the lease. */
const requestMs = 10_000;
const answerBytes = 64 * 1024;
const storedAnswer = 4096;
const goodbyeMs = 4000;
/** The search index reads a ticket within about a second. */
const postponedMs = 500;
/** Attempts that never ended count, too: a delivery must not crash servers forever. */
const mostAttempts = 20;

/** Sends webhook deliveries while the server runs, alongside the workers of other servers. */
export function startWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { db, log, now } = options;
  const wakeup = createWakeup();
  const sending = new Map<Promise<void>, { cut: AbortController; isFailing: boolean }>();
  let waitingToSettle: (() => void)[] = [];
  let failing = false;
  let stopping = false;

  async function run(): Promise<void> {
    while (!stopping) await wakeup.wait(await work());
  }

  /** Starts what is due. Returns when to look again. */
  async function work(): Promise<number> {
    const asked = waitingToSettle;
    try {
      while (!stopping && (await spreadEvents(db, now())) > 0) {}
      for (;;) {
        const room = roomLeft();
        const leased = stopping || room.all === 0 ? [] : await lease(room);
        if (leased.length === 0) break;
        for (const delivery of leased) start(delivery);
      }
      failing = false;
      const next = await nextDelivery(db, now());
      if (sending.size === 0 && (next === null || next > 0)) settleAll(asked);
      // Due, but not to be had: this server or another one is sending as much as it can.
      if (next !== null && next <= 0) return sending.size > 0 ? idleMs : heldMs;
      return Math.min(next ?? idleMs, idleMs);
    } catch (error) {
      if (!failing) log.error("webhooks.queue-failed", {}, error);
      failing = true;
      return failedMs;
    }
  }

  function roomLeft(): { all: number; failing: number } {
    const failingNow = [...sending.values()].filter(({ isFailing }) => isFailing).length;
    return { all: perServer - sending.size, failing: perServerFailing - failingNow };
  }

  function lease(room: { all: number; failing: number }): Promise<LeasedDelivery[]> {
    return leaseDeliveries(db, room, now(), leaseMs);
  }

  function start(delivery: LeasedDelivery): void {
    const cut = new AbortController();
    const sent = deliver(options, delivery, cut.signal)
      // The lease expires, and the delivery is repeated.
      .catch((error) => log.error("webhook.interrupted", { deliveryId: delivery.id }, error))
      .finally(() => {
        sending.delete(sent);
        wakeup.wake();
      });
    sending.set(sent, { cut, isFailing: delivery.webhookState === "failing" });
  }

  function settleAll(asked: (() => void)[]): void {
    waitingToSettle = waitingToSettle.filter((waiting) => !asked.includes(waiting));
    for (const settle of asked) settle();
  }

  const running = run();

  return {
    wake: wakeup.wake,
    settled() {
      if (stopping) return Promise.resolve();
      return new Promise((resolve) => {
        waitingToSettle = [...waitingToSettle, resolve];
        wakeup.wake();
      });
    },
    async stop() {
      stopping = true;
      wakeup.wake();
      await running;
      const goodbye = setTimeout(() => {
        for (const { cut } of sending.values()) cut.abort();
      }, goodbyeMs);
      await Promise.all(sending.keys());
      clearTimeout(goodbye);
      settleAll(waitingToSettle);
    },
  };
}

/** Sends one delivery and stores what came of it. No transaction is open while the receiver answers. */
async function deliver(
  options: WebhookWorkerOptions,
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, now } = options;
  const fields = { deliveryId: delivery.id, webhookId: delivery.webhookId };
  if (delivery.attempt > mostAttempts) {
    await endDelivery(db, delivery, "failed", failed("Too many attempts never ended."), now());
    return;
  }
  const rendered = await renderOrExplain(options, delivery);
  if (rendered.kind === "postpone") {
    return await postponeDelivery(db, delivery, new Date(now().getTime() + postponedMs));
  }
  if (rendered.kind === "skip") {
    await endDelivery(db, delivery, "skipped", failed(rendered.reason), now());
    return;
  }
  if (rendered.kind === "unreadable") {
    const { paused } = await retryDelivery(db, delivery, failed(rendered.reason), now());
    return log.warn("webhook.failed", { ...fields, paused });
  }
  const attempt = await send(options, rendered, signal);
  if (attempt === "aborted") return await giveBackDelivery(db, delivery);
  const { status, durationMs } = attempt;
  if (isSuccess(status)) {
    await endDelivery(db, delivery, "delivered", attempt, now());
    return log.debug("webhook.delivered", { ...fields, status, durationMs });
  }
  const { paused } = await retryDelivery(db, delivery, attempt, now());
  log.warn("webhook.failed", { ...fields, status, durationMs, attempt: delivery.attempt, paused });
}

/** A secret that can't be read is a failure like others: the right key may come back. */
async function renderOrExplain(options: WebhookWorkerOptions, delivery: LeasedDelivery) {
  try {
    return await renderDelivery({ ...options, now: options.now() }, delivery);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "secret_unreadable") throw error;
    return { kind: "unreadable" as const, reason: error.message };
  }
}

interface SentRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function send(
  { guardedFetch }: WebhookWorkerOptions,
  { url, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<Attempt | "aborted"> {
  const size = Buffer.byteLength(body);
  const sha256 = createHash("sha256").update(body).digest("hex");
  const start = performance.now();
  try {
    const answer = await guardedFetch(url, {
      method: "POST",
      headers,
      body,
      timeoutMs: requestMs,
      maxBytes: answerBytes,
      whenLonger: "cut",
      signal,
    });
    const durationMs = Math.round(performance.now() - start);
    const { status } = answer;
    const error = isSuccess(status) ? null : explain(status);
    return { status, error, answer: textOf(answer), durationMs, size, sha256 };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === "aborted") return "aborted";
    const durationMs = Math.round(performance.now() - start);
    return { ...failed(error.message), durationMs, size, sha256 };
  }
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function explain(status: number): string {
  if (status === 410) return "The receiver answered 410: it no longer wants events.";
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}. Redirects are not followed: enter the final address.`;
  }
  return `The receiver answered ${status}.`;
}

function failed(error: string): Attempt {
  return {
    status: null,
    error: error.slice(0, 1000),
    answer: "",
    durationMs: null,
    size: null,
    sha256: null,
  };
}

/** As much as is stored, without what Postgres cannot store. */
function textOf({ body }: GuardedAnswer): string {
  const text = new TextDecoder().decode(body.subarray(0, storedAnswer * 4));
  return [...text.replaceAll("\0", "")].slice(0, storedAnswer).join("");
}
