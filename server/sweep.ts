import { forgetOldAudit, forgetTypedAddresses } from "./audit/forget-old.ts";
import { sweepLinks } from "./auth/links.ts";
import { sweepDrafts } from "./drafts/sweep-drafts.ts";
import { sweepLiveEvents } from "./events/live-events.ts";
import { sweepFiles } from "./files/sweep.ts";
import { sweepImports } from "./imports/sweep-imports.ts";
import { sweepJobs } from "./jobs/sweep-jobs.ts";
import { sweepMails } from "./mail/sweep-mails.ts";
import { sweepNotifications } from "./notifications/commands.ts";
import { sweepActs } from "./once.ts";
import { sweepPresence } from "./presence/commands.ts";
import type { Services } from "./services.ts";
import { sweepTagChanges } from "./tags/undo-tag-change.ts";

const everyMs = 10 * 60_000;

/** Takes away what has run out: sessions, links, keys of acts, drafts, news, mails, jobs. Every server may. */
export function startSweep(services: Services): { stop(): void } {
  const timer = setInterval(() => void sweepOnce(services), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Each by itself: one that fails keeps no other from its work. */
export async function sweepOnce(services: Services): Promise<void> {
  const { log } = services;
  for (const sweep of sweepsOf(services)) {
    try {
      await sweep();
    } catch (error) {
      log.warn("sweep.failed", { reason: error instanceof Error ? error.name : "unknown" });
    }
  }
}

function sweepsOf({ db, sessions, throttle, now, files }: Services): (() => Promise<unknown>)[] {
  return [
    () => sessions.sweep(),
    () => throttle.sweep(now()),
    () => sweepLinks(db, now()),
    () => sweepActs(db, now()),
    () => sweepDrafts(db, now()),
    () => sweepLiveEvents(db),
    () => sweepPresence(db, now()),
    () => sweepNotifications(db, now()),
    () => sweepMails(db, now()),
    () => sweepTagChanges(db, now()),
    () => sweepImports(db, now()),
    () => sweepJobs(db, now()),
    () => forgetOldAudit(db),
    () => forgetTypedAddresses(db, now()),
    () => sweepFiles({ db, now: now() }, files),
  ];
}
