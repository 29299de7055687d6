import { forgetOldAudit, forgetTypedAddresses } from "./audit/forget-old.ts";
import { sweepLinks } from "./auth/links.ts";
import { sweepDrafts } from "./drafts/sweep-drafts.ts";
import { sweepLiveEvents } from "./events/live-events.ts";
import { sweepFiles } from "./files/sweep.ts";
import { sweepImports } from "./imports/sweep-imports.ts";
import { sweepUndo } from "./jobs/sweep-undo.ts";
import { sweepNotifications } from "./notifications/commands.ts";
import { sweepActs } from "./once.ts";
import { sweepPresence } from "./presence/commands.ts";
import type { Services } from "./services.ts";
import { sweepTagChanges } from "./tags/undo-tag-change.ts";

const everyMs = 10 * 60_000;

/** Takes away what has run out: sessions, links, keys of acts, drafts, news. Every server may do it. */
export function startSweep(services: Services): { stop(): void } {
  const timer = setInterval(() => void sweepOnce(services), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function sweepOnce(services: Services): Promise<void> {
  const { db, sessions, throttle, log, now, files } = services;
  try {
    await sessions.sweep();
    await throttle.sweep(now());
    await sweepLinks(db, now());
    await sweepActs(db, now());
    await sweepDrafts(db, now());
    await sweepLiveEvents(db);
    await sweepPresence(db, now());
    await sweepNotifications(db, now());
    await sweepTagChanges(db, now());
    await sweepImports(db, now());
    await sweepUndo(db, now());
    await forgetOldAudit(db);
    await forgetTypedAddresses(db, now());
    await sweepFiles({ db, now: now() }, files);
  } catch (error) {
    log.warn("sweep.failed", { reason: error instanceof Error ? error.name : "unknown" });
  }
}
