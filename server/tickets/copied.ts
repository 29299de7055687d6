import { sql } from "kysely";
import { refuseInput } from "../../shared/errors.ts";
import { mailLimits } from "../../shared/inbound-mail.ts";
import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { CopiedPerson } from "../../shared/tickets/page.ts";
import type { TicketChange } from "../../shared/tickets/state.ts";
import type { Tx } from "../db/database.ts";
import type { MessageRecipient } from "./messages.ts";

type CopiedChange = Extract<TicketChange, { about: "copied" }>;

/**
 * Adds and removes copied people as a reply asks, and returns who gets it. Called under the ticket's lock. An address of
 * the ticket's own people is left out: they get the reply anyway.
 */
export async function changeCopied(
  tx: Tx,
  ticketId: string,
  { cc, bcc = [], addCopied = [], removeCopied = [] }: ReplyInput,
): Promise<{ change: CopiedChange | null; recipients: MessageRecipient[] | "copied" }> {
  if (!cc && bcc.length + addCopied.length + removeCopied.length === 0) {
    return { change: null, recipients: "copied" };
  }
  await assertNotOurs(tx, {
    addCopied: addCopied.map(({ address }) => address.toLowerCase()),
    bcc: bcc.map((address) => address.toLowerCase()),
  });
  const removed = await removeRows(tx, ticketId, removeCopied);
  const added = await addRows(tx, ticketId, addCopied);
  const copied = await readCopied(tx, ticketId);
  if (copied.length > mailLimits.copiedOnTicket) {
    const words = `At most ${mailLimits.copiedOnTicket} people can be copied in.`;
    throw refuseInput("addCopied", words);
  }
  const wanted = cc && new Set(cc.map((address) => address.toLowerCase()));
  const chosen = copied.filter(({ address }) => wanted?.has(address) ?? true);
  const open = new Set(chosen.map(({ address }) => address));
  const hidden = [...new Set(bcc.map((address) => address.toLowerCase()))];
  const recipients: MessageRecipient[] = [
    ...chosen.map((person) => ({ kind: "cc" as const, ...person })),
    ...hidden
      .filter((address) => !open.has(address))
      .map((address) => ({ kind: "bcc" as const, address, name: "" })),
  ];
  const change = { kind: "mail", about: "copied", added, removed } as const;
  return { change: added.length + removed.length > 0 ? change : null, recipients };
}

/** In a statement about messages: what the reply changed of the copied people. */
export const copiedByReply = sql<Pick<CopiedChange, "added" | "removed"> | null>`(
  select jsonb_build_object('added', data -> 'added', 'removed', data -> 'removed')
  from ticket_events event
  where event.ticket_id = messages.ticket_id and event.act_id = messages.act_id
    and event.kind = 'mail' and event.data ->> 'about' = 'copied')`;

/** Reverses what a reply that was undone changed, unless someone changed it again. */
export async function restoreCopied(
  tx: Tx,
  ticketId: string,
  done: Pick<CopiedChange, "added" | "removed">,
): Promise<CopiedChange | null> {
  const addresses = done.added.map(({ address }) => address);
  const removed = await removeRows(tx, ticketId, addresses);
  const added = await addRows(tx, ticketId, done.removed);
  if (added.length + removed.length === 0) return null;
  return { kind: "mail", about: "copied", added, removed };
}

async function readCopied(tx: Tx, ticketId: string): Promise<CopiedPerson[]> {
  const rows = await tx
    .selectFrom("ticket_people")
    .select(["address", "name"])
    .where("ticket_id", "=", ticketId)
    .where("address", "is not", null)
    .orderBy("address")
    .execute();
  return rows.map(toPerson);
}

function toPerson({ address, name }: { address: string | null; name: string | null }) {
  return { address: address ?? "", name: name ?? "" };
}

async function removeRows(
  tx: Tx,
  ticketId: string,
  addresses: readonly string[],
): Promise<CopiedPerson[]> {
  if (addresses.length === 0) return [];
  const rows = await tx
    .deleteFrom("ticket_people")
    .where("ticket_id", "=", ticketId)
    .where(
      "address",
      "in",
      addresses.map((address) => address.toLowerCase()),
    )
    .returning(["address", "name"])
    .execute();
  return rows.map(toPerson);
}

async function addRows(
  tx: Tx,
  ticketId: string,
  people: readonly CopiedPerson[],
): Promise<CopiedPerson[]> {
  if (people.length === 0) return [];
  const given = people.map(({ address, name }) => ({ address: address.toLowerCase(), name }));
  const { rows } = await sql<CopiedPerson>`
    insert into ticket_people (ticket_id, address, name)
    select ${ticketId}::uuid, given.address, given.name
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given (address text, name text)
    where not exists (
      select from ticket_people own join users on users.id = own.user_id
      where own.ticket_id = ${ticketId}::uuid and lower(users.email) = given.address)
    on conflict (ticket_id, address) do nothing
    returning address, name`.execute(tx);
  return rows;
}

/** A mail to one of our mailboxes would come back as our own. */
async function assertNotOurs(
  tx: Tx,
  chosen: Record<"addCopied" | "bcc", readonly string[]>,
): Promise<void> {
  for (const [field, addresses] of Object.entries(chosen)) {
    if (addresses.length === 0) continue;
    const plain = addresses.map((address) => address.replace(/\+[^@]*@/, "@"));
    const { rows } = await sql<{ address: string }>`
      select address from mailboxes
      where removed_at is null and address = any(${plain}::text[])
      union select address from mailbox_aliases where address = any(${plain}::text[])`.execute(tx);
    const [ours] = rows;
    if (ours) throw refuseInput(field, `${ours.address} is an address of this desk.`);
  }
}
