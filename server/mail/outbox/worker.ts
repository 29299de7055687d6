import type { Db } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import type { GuardedFetch } from "../../guarded-fetch.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import type { MailConfig } from "../../settings/mail-settings.ts";
import { type DeliveryDeps, deliverMail } from "./deliver.ts";
import { leaseMail, type MailJob } from "./lease.ts";
import { findServersInUse, type SendingMailbox, smtpServerOf } from "./sending-mailbox.ts";
import { createSender, createServerSender, openSmtpPool, type SendMail } from "./smtp.ts";
import type { SmtpPool } from "./smtp-pool.ts";

export interface MailWorker {
  /** Checks the outbox now instead of within a second: after a mail was queued. */
  wake(): void;
  /** Resolves when no due mail is left; for tests. */
  settled(): Promise<void>;
  /** Waits a moment for mails that are being sent, then cuts them off; they are retried later. */
  stop(): Promise<void>;
}

export interface MailWorkerOptions {
  db: Db;
  /** Read for each mail, so that a change of the settings counts from the next one. */
  config: MailConfig;
  encryption: Encryption;
  guardedFetch: GuardedFetch;
  log: Log;
  now: () => Date;
  origin: () => string;
  onUndelivered: DeliveryDeps["onUndelivered"];
  patience?: Partial<Patience>;
}

/** In milliseconds. */
interface Patience {
  /** Between two checks of an empty outbox. */
  idle: number;
  /** For each step of an SMTP conversation. */
  smtp: number;
  /** For one mail altogether; well under the lease, or two servers would send it. */
  delivery: number;
  lease: number;
  /** For mails that are being sent when the server stops. */
  goodbye: number;
}

const usualPatience: Patience = {
  idle: 1000,
  smtp: 15_000,
  delivery: 60_000,
  lease: 120_000,
  goodbye: 4000,
};

/** Mails sent in parallel, to keep a slow one from holding up the others. */
const parallel = 4;

/** Drains the outbox while the server runs, alongside the workers of other servers. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { db, config, log, now } = options;
  const patience = { ...usualPatience, ...options.patience };
  const deps = { ...options, senderFor, leaseMs: patience.lease, isLeaving: () => leaving };
  const wakeup = createWakeup();
  const sending = new Map<Promise<void>, AbortController>();
  const pools = new Map<string, { settings: string; pool: SmtpPool }>();
  let poolsLookedAt = Number.NEGATIVE_INFINITY;
  let waitingToSettle: (() => void)[] = [];
  let isDatabaseUnreachable = false;
  let stopping = false;
  let leaving = false;

  async function drain(): Promise<void> {
    while (!stopping) {
      const asked = waitingToSettle;
      if (sending.size < parallel) {
        const job = await take();
        if (job) {
          start(job);
          continue;
        }
        if (sending.size === 0 && !isDatabaseUnreachable) settleAll(asked);
      }
      // Without the database they stay; taking a mail reports that.
      await closeUnusedPools().catch(() => {});
      await wakeup.wait(patience.idle);
    }
  }

  async function take(): Promise<MailJob | null> {
    try {
      const job = await leaseMail(db, now(), patience.lease);
      isDatabaseUnreachable = false;
      return job;
    } catch (error) {
      if (!isDatabaseUnreachable) log.error("mail.outbox-unreachable", {}, error);
      isDatabaseUnreachable = true;
      return null;
    }
  }

  function senderFor(mailbox: SendingMailbox | null): SendMail | null {
    const own = mailbox?.server;
    if (!own) return createSender(config, patience.smtp);
    return (mail, signal) => {
      const server = smtpServerOf(mailbox.id, own, options);
      const pool = poolOf(mailbox.id, JSON.stringify(own));
      return createServerSender(server, config, patience.smtp, pool)(mail, signal);
    };
  }

  function poolOf(mailboxId: string, settings: string): SmtpPool {
    const known = pools.get(mailboxId);
    if (known?.settings === settings) return known.pool;
    known?.pool.close();
    const pool = openSmtpPool();
    pools.set(mailboxId, { settings, pool });
    return pool;
  }

  /** Those of mailboxes that were changed, paused or removed, and those that nothing was sent through lately. */
  async function closeUnusedPools(): Promise<void> {
    if (pools.size === 0 || performance.now() - poolsLookedAt < patience.idle) return;
    poolsLookedAt = performance.now();
    const inUse = await findServersInUse(db, [...pools.keys()]);
    for (const [id, { settings, pool }] of pools) {
      if (JSON.stringify(inUse.get(id)) === settings && !pool.isIdle()) continue;
      pool.close();
      pools.delete(id);
    }
  }

  function start(job: MailJob): void {
    const cut = new AbortController();
    const deadline = setTimeout(() => cut.abort(), patience.delivery);
    const delivery = deliverMail(deps, job, cut.signal)
      // The lease expires, and the mail is retried.
      .catch((error) => log.error("mail.interrupted", { mailId: job.id }, error))
      .finally(() => {
        clearTimeout(deadline);
        sending.delete(delivery);
        wakeup.wake();
      });
    sending.set(delivery, cut);
  }

  function settleAll(asked: (() => void)[]): void {
    waitingToSettle = waitingToSettle.filter((waiting) => !asked.includes(waiting));
    for (const settle of asked) settle();
  }

  function leave(): void {
    leaving = true;
    for (const cut of sending.values()) cut.abort();
  }

  const drained = drain();

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
      await drained;
      const goodbye = setTimeout(leave, patience.goodbye);
      await Promise.all(sending.keys());
      clearTimeout(goodbye);
      for (const { pool } of pools.values()) pool.close();
      settleAll(waitingToSettle);
    },
  };
}
