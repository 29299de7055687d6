import { sweepLinks } from "./auth/links.ts";
import type { Services } from "./services.ts";

const everyMs = 10 * 60_000;

/** Takes away what has run out: sessions, links, counters of failures. Every server may do it. */
export function startSweep(services: Services): { stop(): void } {
  const timer = setInterval(() => void sweepOnce(services), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function sweepOnce({ db, sessions, throttle, log, now }: Services): Promise<void> {
  try {
    await sessions.sweep();
    await throttle.sweep(now());
    await sweepLinks(db, now());
    const ninetyDaysAgo = new Date(now().getTime() - 90 * 24 * 60 * 60_000);
    await db
      .deleteFrom("audit_personal")
      .where("typed_address", "is not", null)
      .where("at", "<", ninetyDaysAgo)
      .execute();
  } catch (error) {
    log.warn("sweep.failed", { reason: error instanceof Error ? error.name : "unknown" });
  }
}
