import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { createDoorbell } from "../doorbell.ts";
import type { Log } from "../log.ts";
import { deliverMail } from "./deliver.ts";
import { leaseMail, type MailJob } from "./lease.ts";
import { createSender } from "./smtp.ts";

export interface MailWorker {
  /** Looks at once instead of within a second: for whoever just queued a mail. */
  wake(): void;
  /** When nothing that is due is left; for tests. */
  settled(): Promise<void>;
  /** Lets what is being sent finish for a moment, then cuts it off and puts it off. */
  stop(): Promise<void>;
}

export interface MailWorkerOptions {
  db: Db;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "baseUrl">;
  log: Log;
  now: () => Date;
  origin: () => string;
  patience?: Partial<Patience>;
}

/** In milliseconds. */
interface Patience {
  /** Between two looks into an empty outbox. */
  idle: number;
  /** For each step of the talk with the mail server. */
  smtp: number;
  /** For one mail in all; well under the lease, or two servers would send it. */
  delivery: number;
  lease: number;
  /** For what is being sent when the server stops. */
  goodbye: number;
}

const usualPatience: Patience = {
  idle: 1000,
  smtp: 15_000,
  delivery: 60_000,
  lease: 120_000,
  goodbye: 4000,
};

/** So that one slow mail does not hold up the others. */
const atOnce = 4;

/** Drains the outbox as long as the server lives, beside the workers of any other server. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { db, config, log, now } = options;
  const patience = { ...usualPatience, ...options.patience };
  const send = createSender(config, patience.smtp);
  const deps = { ...options, send, leaseMs: patience.lease, isLeaving: () => leaving };
  const bell = createDoorbell();
  const sending = new Map<Promise<void>, AbortController>();
  let waitingToSettle: (() => void)[] = [];
  let databaseIsAway = false;
  let stopping = false;
  let leaving = false;

  async function drain(): Promise<void> {
    while (!stopping) {
      const asked = waitingToSettle;
      if (sending.size < atOnce) {
        const job = await take();
        if (job) {
          start(job);
          continue;
        }
        if (sending.size === 0 && !databaseIsAway) tell(asked);
      }
      await bell.wait(patience.idle);
    }
  }

  async function take(): Promise<MailJob | null> {
    try {
      const job = await leaseMail(db, now(), patience.lease);
      databaseIsAway = false;
      return job;
    } catch (error) {
      if (!databaseIsAway) log.error("mail.outbox-unreachable", {}, error);
      databaseIsAway = true;
      return null;
    }
  }

  function start(job: MailJob): void {
    const cut = new AbortController();
    const deadline = setTimeout(() => cut.abort(), patience.delivery);
    const delivery = deliverMail(deps, job, cut.signal)
      // The lease runs out by itself, and the mail is tried again.
      .catch((error) => log.error("mail.interrupted", { mailId: job.id }, error))
      .finally(() => {
        clearTimeout(deadline);
        sending.delete(delivery);
        bell.ring();
      });
    sending.set(delivery, cut);
  }

  function tell(asked: (() => void)[]): void {
    waitingToSettle = waitingToSettle.filter((waiting) => !asked.includes(waiting));
    for (const settle of asked) settle();
  }

  function leave(): void {
    leaving = true;
    for (const cut of sending.values()) cut.abort();
  }

  const drained = drain();

  return {
    wake: bell.ring,
    settled() {
      if (stopping) return Promise.resolve();
      return new Promise((resolve) => {
        waitingToSettle = [...waitingToSettle, resolve];
        bell.ring();
      });
    },
    async stop() {
      stopping = true;
      bell.ring();
      await drained;
      const goodbye = setTimeout(leave, patience.goodbye);
      await Promise.all(sending.keys());
      clearTimeout(goodbye);
      tell(waitingToSettle);
    },
  };
}
