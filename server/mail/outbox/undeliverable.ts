import { type RawBuilder, sql } from "kysely";
import { type DeliveryFailure, failureWords, type MailStop } from "../../../shared/undelivered.ts";
import type { Db, Tx } from "../../db/database.ts";
import { isoTime } from "../../db/iso-time.ts";

const stoppedDays = 60;

/** Mail to this address comes back, so none about a ticket is sent to it for a while. */
export async function stopMailTo(
  tx: Tx,
  address: string,
  { code, text }: DeliveryFailure,
  now: Date,
): Promise<void> {
  const stop = {
    since: now,
    until: new Date(now.getTime() + stoppedDays * 24 * 60 * 60_000),
    code,
    text,
  };
  await tx
    .insertInto("undeliverable_addresses")
    .values({ address: address.toLowerCase(), ...stop })
    .onConflict((conflict) => conflict.column("address").doUpdateSet(stop))
    .execute();
}

/** Why no mail goes to this address now; null if it does. */
export async function findStop(db: Db, address: string, now: Date): Promise<string | null> {
  const found = await db
    .selectFrom("undeliverable_addresses")
    .select(["code", "text"])
    .where("address", "=", address.toLowerCase())
    .where("until", ">", now)
    .executeTakeFirst();
  return found ? failureWords(found) : null;
}

/** Mail from the address arrived, or someone tries again. */
export async function endStop(tx: Tx, address: string): Promise<void> {
  await tx
    .deleteFrom("undeliverable_addresses")
    .where("address", "=", address.toLowerCase())
    .execute();
}

export async function sweepStops(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("undeliverable_addresses").where("until", "<", now).execute();
}

/** The stop of this address as JSON, or null. */
export function mailStopOf(address: RawBuilder<unknown>): RawBuilder<MailStop | null> {
  return sql`(
    select json_build_object('until', ${isoTime(sql`until`)},
      'why', case when code = '' then text else text || ' (' || code || ')' end)
    from undeliverable_addresses
    where address = lower(${address}) and until > now())`;
}
