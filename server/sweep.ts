import { sweepExports } from "./api/exports/worker.ts";
import { notifyExpiringTokens } from "./api/token-expiry.ts";
import { sweepWebhooks } from "./api/webhooks/queue.ts";
import { deleteOldAudit, deleteTypedAddresses } from "./audit/retention.ts";
import { sweepAddressChanges } from "./auth/address-change.ts";
import { sweepLinks } from "./auth/links.ts";
import { sweepDrafts } from "./drafts/stored-draft.ts";
import { sweepLiveEvents } from "./events/live-events.ts";
import { sweepFiles } from "./files/sweep.ts";
import { sweepHourlyUse } from "./hourly-limits.ts";
import { sweepImports } from "./imports/stored-file.ts";
import { sweepJobs } from "./jobs/sweep-jobs.ts";
import { sweepPresence } from "./live/presence.ts";
import { sweepHeldMails } from "./mail/inbound/held.ts";
import { sweepMailboxEvents } from "./mail/mailbox-events.ts";
import { mergeReceivedCounts } from "./mail/mailboxes/received.ts";
import { sweepMails } from "./mail/outbox/lease.ts";
import { sweepStops } from "./mail/outbox/undeliverable.ts";
import { retryAfterWrongClock } from "./mail/wrong-clock.ts";
import { sweepNotifications } from "./notifications/commands.ts";
import { notifyOfEndingSecrets, notifyOfHeldMails } from "./notifications/mailbox-news.ts";
import { sweepActs } from "./once.ts";
import type { Services } from "./services.ts";
import { sweepTagChanges } from "./tags/undo-tag-change.ts";
import { removeOldTickets } from "./tickets/retention.ts";

const everyMs = 10 * 60_000;

/**
 * Deletes what has expired: sessions, links, idempotency keys, drafts, news, mails, jobs, old tickets. Also merges the
 * counts of received mail, and mails that a token expires soon. Every server can run it.
 */
export function startSweep(services: Services): { stop(): void } {
  let stopped = false;
  const timer = setInterval(() => void sweepOnce(services, () => stopped), everyMs);
  timer.unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** Each on its own: a failure does not affect the others. */
export async function sweepOnce(services: Services, isStopped = () => false): Promise<void> {
  for (const [what, sweep] of Object.entries(sweepsOf(services, isStopped))) {
    if (isStopped()) return;
    try {
      await sweep();
    } catch (error) {
      services.log.error("sweep.failed", { what }, error);
    }
  }
}

function sweepsOf(
  { db, sessions, throttle, now, files, log, wakeup }: Services,
  isStopped: () => boolean,
): Record<string, () => Promise<unknown>> {
  return {
    sessions: () => sessions.sweep(),
    attempts: () => throttle.sweep(now()),
    links: () => sweepLinks(db, now()),
    addressChanges: () => sweepAddressChanges(db, now()),
    acts: () => sweepActs(db, now()),
    hourlyUse: () => sweepHourlyUse(db, now()),
    drafts: () => sweepDrafts(db, now()),
    news: () => sweepLiveEvents(db),
    presence: () => sweepPresence(db, now()),
    bells: () => sweepNotifications(db, now()),
    mails: () => sweepMails(db, now()),
    mailStops: () => sweepStops(db, now()),
    wrongClock: () => retryAfterWrongClock(db, now()),
    heldNotices: () => notifyOfHeldMails(db, now()),
    endingSecrets: () => notifyOfEndingSecrets(db, now()),
    heldMails: () => sweepHeldMails(db, now()),
    receivedCounts: () => mergeReceivedCounts(db, now()),
    mailboxEvents: () => sweepMailboxEvents(db, now()),
    tagChanges: () => sweepTagChanges(db, now()),
    imports: () => sweepImports(db, now()),
    jobs: () => sweepJobs(db, now()),
    tokens: () => notifyExpiringTokens(db, now()),
    exports: () => sweepExports(db, now()),
    webhooks: () => sweepWebhooks(db, now()),
    audit: () => deleteOldAudit(db),
    typedAddresses: () => deleteTypedAddresses(db, now()),
    files: () => sweepFiles({ db, now: now() }, files),
    // Last, because it can take hours.
    oldTickets: () => removeOldTickets({ db, log, now, onChange: wakeup.wake, isStopped }),
  };
}
