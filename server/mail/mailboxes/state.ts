import { sql } from "kysely";
import type { Db, Tx } from "../../db/database.ts";
import { addEvent } from "../mailbox-events.ts";

/** What the reader of a mailbox is doing. Pauses are `mailboxes.paused_at`. */
type ReaderState = "idle" | "connecting" | "reading" | "watching" | "waiting" | "rejected";

/** Of a mailbox that can be read, or that someone wants to be read again. */
export const noFailure = {
  error: null,
  failures: 0,
  next_attempt_at: null,
  failing_since: null,
  failure_notified_at: null,
} as const;

export async function setState(
  db: Db | Tx,
  mailboxId: string,
  state: ReaderState,
  now: Date,
): Promise<void> {
  await db
    .updateTable("mailboxes")
    .set({
      state,
      state_since: sql<Date>`case when state = ${state} then state_since else ${now}::timestamptz end`,
      ...(state === "watching" && noFailure),
    })
    .where("id", "=", mailboxId)
    .execute();
}

/** Minutes after the first, second, … failure in a row. */
const retryMinutes = [1, 2, 5, 15, 60];

/** The mailbox rests until its next attempt, or until someone changes its settings. */
export async function recordFailure(
  db: Db,
  mailboxId: string,
  { words, needsEdit }: { words: string; needsEdit: boolean },
  { now, minuteMs = 60_000 }: { now: Date; minuteMs?: number },
): Promise<void> {
  const state: ReaderState = needsEdit ? "rejected" : "waiting";
  await db.transaction().execute(async (tx) => {
    const box = await tx
      .selectFrom("mailboxes")
      .select(["failures", "error"])
      .where("id", "=", mailboxId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!box) return;
    const minutes = retryMinutes[Math.min(box.failures, retryMinutes.length - 1)] ?? 60;
    await tx
      .updateTable("mailboxes")
      .set({
        error: words.slice(0, 1000),
        failures: box.failures + 1,
        failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
        next_attempt_at: needsEdit ? null : new Date(now.getTime() + minutes * minuteMs),
      })
      .where("id", "=", mailboxId)
      .execute();
    await setState(tx, mailboxId, state, now);
    // A server that is down for days fails in the same words each hour.
    if (box.error !== words) await addEvent(tx, mailboxId, "failed", words, now);
  });
}
