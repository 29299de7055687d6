import { AppError } from "../../../shared/errors.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import type { FileStore } from "../../files/store.ts";
import type { GuardedFetch } from "../../guarded-fetch.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import { notifyOfFailing } from "../../notifications/mailbox-news.ts";
import { leaseRenewedMs, releaseLease, takeLease } from "../mailbox-lease.ts";
import { refreshIdleTokens } from "../oauth-tokens.ts";
import { MailboxFailure } from "./connection.ts";
import { readMailbox } from "./reader.ts";
import { loadMailbox, type ReaderPatience } from "./reading.ts";
import { recordFailure } from "./state.ts";

export interface MailboxWorker {
  /** Looks at the mailboxes now instead of within two seconds: after one was changed. */
  wake(): void;
  /** Closes all connections. A mail that is being fetched is fetched again later. */
  stop(): Promise<void>;
}

interface MailboxWorkerOptions {
  db: Db;
  config: Pick<Config, "mailReading">;
  encryption: Encryption;
  guardedFetch: GuardedFetch;
  files: FileStore;
  log: Log;
  now: () => Date;
  onStored: () => void;
  /** This server as a reader of mailboxes. */
  holder?: string;
  patience?: Partial<MailboxPatience> | undefined;
}

/** In milliseconds. */
export interface MailboxPatience extends ReaderPatience {
  /** Between two looks at the mailboxes' settings. */
  look: number;
  /** Between two renewals of the leases, which last 30 s. */
  lease: number;
  /** After a lease was last renewed: the time to stop reading, well before another server may begin. */
  leaseLost: number;
  /** The length of a minute in the waits after failures. */
  minute: number;
}

const usualPatience: MailboxPatience = {
  look: 2_000,
  lease: leaseRenewedMs,
  leaseLost: 25_000,
  poll: 60_000,
  pollWithoutIdle: 30_000,
  minute: 60_000,
};

const tokensEveryMs = 60 * 60_000;
const failingEveryMs = 60_000;

/** A mailbox that this server reads. */
interface Running {
  settings: string;
  renewedAt: number;
  stop: AbortController;
  ended: Promise<void>;
}

/** Reads each mailbox on one server of the desk, as long as it is not paused. */
export function startMailboxWorker(options: MailboxWorkerOptions): MailboxWorker {
  const { db, config, log, now } = options;
  const patience = { ...usualPatience, ...options.patience };
  const deps = { ...options, patience, refusals: new Map<string, number>() };
  const { holder = Bun.randomUUIDv7() } = options;
  const wakeup = createWakeup();
  const running = new Map<string, Running>();
  let stopping = false;
  let isDatabaseUnreachable = false;
  let tokensLookedAt = Number.NEGATIVE_INFINITY;
  let failingLookedAt = Number.NEGATIVE_INFINITY;

  async function watch(): Promise<void> {
    while (!stopping) {
      try {
        await look();
        await lookAtTokens();
        await lookAtFailing();
        isDatabaseUnreachable = false;
      } catch (error) {
        if (!isDatabaseUnreachable) log.error("mailboxes.unreachable", {}, error);
        isDatabaseUnreachable = true;
      }
      endExpired();
      await wakeup.wait(patience.look);
    }
  }

  async function look(): Promise<void> {
    const wanted = await findReadable(db, now());
    for (const [id, { settings, stop }] of running) {
      if (wanted.find((one) => one.id === id)?.settings !== settings) stop.abort();
    }
    for (const { id, settings } of wanted) {
      const reader = running.get(id);
      if (reader && performance.now() - reader.renewedAt < patience.lease) continue;
      const asked = performance.now();
      const isHeld = await takeLease(db, id, holder);
      if (reader && isHeld) reader.renewedAt = asked;
      else if (reader) reader.stop.abort();
      else if (isHeld && !stopping) start(id, settings, asked);
    }
  }

  async function lookAtTokens(): Promise<void> {
    if (performance.now() - tokensLookedAt < tokensEveryMs) return;
    tokensLookedAt = performance.now();
    await refreshIdleTokens(options);
  }

  async function lookAtFailing(): Promise<void> {
    if (performance.now() - failingLookedAt < failingEveryMs) return;
    failingLookedAt = performance.now();
    await notifyOfFailing(db, now());
  }

  /** Without the database, the leases of this server are taken over by another one. */
  function endExpired(): void {
    for (const { renewedAt, stop } of running.values()) {
      if (performance.now() - renewedAt > patience.leaseLost) stop.abort();
    }
  }

  function start(id: string, settings: string, renewedAt: number): void {
    const stop = new AbortController();
    const ended = read(id, stop.signal).finally(() => {
      running.delete(id);
      wakeup.wake();
    });
    running.set(id, { settings, renewedAt, stop, ended });
  }

  async function read(id: string, signal: AbortSignal): Promise<void> {
    try {
      const mailbox = await loadMailbox(options, id);
      if (mailbox) await readMailbox(deps, mailbox, signal);
    } catch (error) {
      await fail(id, error);
    }
    await releaseLease(db, id, holder).catch(() => {});
  }

  async function fail(id: string, error: unknown): Promise<void> {
    const { message, needsEdit } = toWords(error);
    log.warn("mailbox.failed", { mailboxId: id, reason: message });
    const at = { now: now(), minuteMs: patience.minute };
    await recordFailure(db, id, { words: message, needsEdit }, at).catch((failed) =>
      log.error("mailbox.failure-unrecorded", { mailboxId: id }, failed),
    );
  }

  const watched = config.mailReading ? watch() : Promise.resolve();
  return {
    wake: wakeup.wake,
    async stop() {
      stopping = true;
      for (const { stop } of running.values()) stop.abort();
      wakeup.wake();
      await watched;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function toWords(error: unknown): { message: string; needsEdit: boolean } {
  if (error instanceof MailboxFailure) return error;
  if (error instanceof AppError && error.code === "storage_full") {
    const message = "This server's disk is full. Mail waits on the mail server.";
    return { message, needsEdit: false };
  }
  if (error instanceof AppError) {
    return { message: error.message, needsEdit: error.code === "secret_unreadable" };
  }
  return { message: "Reading failed unexpectedly. The log says why.", needsEdit: false };
}

/** Mailboxes that should be read now, with their settings as text, to notice a change. */
async function findReadable(db: Db, now: Date): Promise<{ id: string; settings: string }[]> {
  const rows = await db
    .selectFrom("mailboxes as box")
    .innerJoin("mailbox_servers as server", (join) =>
      join.onRef("server.mailbox_id", "=", "box.id").on("server.direction", "=", "in"),
    )
    .leftJoin("mailbox_oauth as oauth", "oauth.mailbox_id", "box.id")
    .select(["box.id", "box.after_storing", "box.move_to", "box.folder"])
    .select("box.compare_requested_at")
    .select([
      "server.host",
      "server.port",
      "server.security",
      "server.login",
      "server.auth",
      "server.secret",
      "server.certificate",
      "oauth.client_id",
    ])
    .where((is) =>
      is.or([
        is("server.auth", "=", "password"),
        is.and([
          is("oauth.refusal", "is", null),
          is.or([is("oauth.grant_type", "=", "client"), is("oauth.refresh_token", "is not", null)]),
        ]),
      ]),
    )
    .where("box.receives", "=", "imap")
    .where("box.removed_at", "is", null)
    .where("box.paused_at", "is", null)
    .where("box.state", "<>", "rejected")
    .where((is) =>
      is.or([is("box.next_attempt_at", "is", null), is("box.next_attempt_at", "<=", now)]),
    )
    .orderBy("box.id")
    .execute();
  return rows.map(({ id, ...settings }) => ({ id, settings: JSON.stringify(settings) }));
}
