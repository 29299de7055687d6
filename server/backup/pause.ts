import { sql } from "kysely";
import type { RecoveryPause } from "../../shared/recovery.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { lockOrder } from "../api/webhooks/queue.ts";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { type RecordedAt, recordAct } from "../events/record-act.ts";
import { StartError } from "../start-error.ts";
import { holdMailsOfReplies } from "./restore-desk.ts";

/**
 * After a restore the database is from the past, and the servers of that time may have sent since what it still
 * holds: waiting emails are held, and webhooks and mailboxes are paused, until someone resumes them. Nothing is
 * lost, so a needless pause costs one click. Emails queued from now on are sent.
 */
export async function pauseDesk(tx: Tx, why: RecoveryPause["why"], now: Date): Promise<void> {
  await holdMailsOfReplies(tx, now, "queued");
  await sql`
    update webhooks set state = 'paused', paused_at = ${now}::timestamptz, paused_why = 'restored',
      failing_since = null
    where state <> 'paused' or paused_why = 'restored'`.execute(tx);
  await sql`
    update mailboxes set paused_at = ${now}::timestamptz, state = 'idle', error = null,
      failures = 0, next_attempt_at = null
    where removed_at is null
      and (paused_at is null or paused_at = (select paused_at from recovery_state))`.execute(tx);
  await sql`delete from mailbox_leases`.execute(tx);
  await tx.updateTable("recovery_state").set({ paused_at: now, paused_why: why }).execute();
}

/** The pause, with what waits for its end. */
export async function readPause(db: Db | Tx): Promise<RecoveryPause | null> {
  const { rows } = await sql<Omit<RecoveryPause, "at"> & { at: Date }>`
    select paused_at as at, paused_why as why,
      (select count(*)::int from outgoing_mails where state = 'queued' and created_at <= paused_at) as mails,
      (select count(*)::int from webhooks where state = 'paused' and paused_why = 'restored') as webhooks,
      (select count(*)::int from mailboxes
        where removed_at is null and mailboxes.paused_at = recovery_state.paused_at) as mailboxes
    from recovery_state where paused_at is not null`.execute(db);
  const [row] = rows;
  return row ? { ...row, at: row.at.toISOString() } : null;
}

/** The pause does not move along, and what it holds would be sent. */
export async function assertNotPaused(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, size: 1 });
  try {
    // It may be of an earlier release.
    const { rows } = await sql<{ isKnown: boolean }>`
      select to_regclass('recovery_state') is not null as "isKnown"`.execute(db);
    if (!rows[0]?.isKnown || !(await readPause(db))) return;
    throw new StartError(
      "Waiting emails, webhooks and mailboxes are paused since a restore. Resume them first: bun run resume.",
    );
  } finally {
    await db.destroy();
  }
}

const whySkipped = "It was waiting when the database was restored, and may have been sent before.";

/** Ends the pause. The emails that waited are sent or skipped. False if there is none. */
export async function resumeDesk(
  tx: Tx,
  { actorId, ...at }: RecordedAt & { actorId: string | null },
  { sendMails }: { sendMails: boolean },
): Promise<boolean> {
  // As webhooks are resumed one by one: no delivery is inserted in the meantime.
  await lockOrder(tx);
  const { now } = at;
  const pause = await tx
    .selectFrom("recovery_state")
    .select("paused_at")
    .where("paused_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!pause) return false;
  const waiting = sql`state = 'queued' and created_at <= ${pause.paused_at}::timestamptz`;
  await (sendMails
    ? sql`update outgoing_mails set next_attempt_at = ${now}::timestamptz, leased_until = null where ${waiting}`
    : sql`update outgoing_mails set state = 'skipped', leased_until = null, error = ${whySkipped} where ${waiting}`
  ).execute(tx);
  await sql`
    update webhook_deliveries set next_attempt_at = ${now}::timestamptz, attempts = 0
    where webhook_id in (select id from webhooks where state = 'paused' and paused_why = 'restored')
      and state = 'waiting' and next_attempt_at is not null`.execute(tx);
  await sql`
    update webhooks set state = 'active', paused_at = null, paused_why = null
    where state = 'paused' and paused_why = 'restored'`.execute(tx);
  await sql`
    update mailboxes set paused_at = null
    where removed_at is null and paused_at = ${pause.paused_at}::timestamptz`.execute(tx);
  await tx.updateTable("recovery_state").set({ paused_at: null, paused_why: null }).execute();
  const subject = { kind: "desk", id: null } as const;
  await recordAct(tx, { act: "desk.resumed", actorId, subject, tells: "desk" }, at);
  return true;
}

export async function resumeAsPerson(
  deps: ActorDeps,
  input: { sendMails: boolean },
): Promise<void> {
  await transact(deps, async (tx, deps) => {
    await resumeDesk(tx, { ...deps, actorId: deps.actor.id }, input);
  });
}
