import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const leaseSeconds = 30;

/**
 * Takes or renews the right to read a mailbox and to work on its mails. False while another server has it.
 * The database's clock decides, so servers whose clocks differ do not both get it.
 */
export async function takeLease(db: Db, mailboxId: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mailbox_leases as lease (mailbox_id, holder, until)
    values (${mailboxId}::uuid, ${holder}::uuid, now() + ${leaseSeconds}::int * interval '1 second')
    on conflict (mailbox_id) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < now()
    returning 1`.execute(db);
  return rows.length === 1;
}

export async function releaseLease(db: Db, mailboxId: string, holder: string): Promise<void> {
  await db
    .deleteFrom("mailbox_leases")
    .where("mailbox_id", "=", mailboxId)
    .where("holder", "=", holder)
    .execute();
}

/** Well before a lease ends. */
export const leaseRenewedMs = 10_000;

/** The same right for as long as `work` takes. Null while another server has it. */
export async function whileLeased<Result>(
  db: Db,
  mailboxId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const holder = Bun.randomUUIDv7();
  if (!(await takeLease(db, mailboxId, holder))) return null;
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = takeLease(db, mailboxId, holder).catch(() => {});
  }, leaseRenewedMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
    // Without the database it ends by itself.
    await releaseLease(db, mailboxId, holder).catch(() => {});
  }
}
