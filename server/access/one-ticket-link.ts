import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Actor, Deps, OneTicketLink } from "./actor.ts";
import { endOfChain } from "./merged-into.ts";
import { readActor } from "./read-actor.ts";
import { isOneOfItsPeople, isShown } from "./scope.ts";

/**
 * Opens the links in mails to customers: each shows one ticket to one person without a session. The token names both and
 * the day of the mail, and is signed; no token is stored.
 */
export interface OneTicketLinks {
  /** Refuses a token that opens nothing, and too many requests of one person with links to one ticket. */
  open(deps: Deps, token: string | undefined): Promise<OpenedLink>;
}

interface OpenedLink {
  link: OneTicketLink;
  person: LinkedPerson;
}

/** The person of a link, as an actor who sees only tickets that they requested or follow. */
export interface LinkedPerson {
  actor: Actor;
  name: string;
  /** The ticket that the link opens; after a merge, the one that shows its conversation. */
  ticketId: string;
}

const linkLifetimeDays = { afterMail: 90, afterClosing: 30 };
export const linkRequestsPerMinute = 60;

export function createOneTicketLinks(key: Uint8Array): OneTicketLinks {
  const countRequest = createMinuteCounter(linkRequestsPerMinute);
  return {
    async open({ db, now }, token) {
      const link = readToken(key, token ?? "");
      if (!link) throw new AppError("ticket_link_ended");
      countRequest(`${link.ticketId} ${link.userId}`, now);
      return { link, person: await assertLinkOpens(db, link, now) };
    },
  };
}

/** The name of the signing key in the table `secrets`. */
export const linkKeyName = "one-ticket-link";

/** The token of a link in a mail sent now. Null for a person who has no part in the ticket. */
export async function writeOneTicketLink(
  db: Db,
  { ticketId, userId, now }: { ticketId: string; userId: string; now: Date },
): Promise<string | null> {
  const found = await db
    .selectFrom("ticket_people")
    .innerJoin("secrets", (on) => on.on("secrets.name", "=", linkKeyName))
    .select(["link_generation as generation", "secrets.value as key"])
    .where("ticket_id", "=", ticketId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const day = Math.floor(now.getTime() / dayMs);
  return found ? sign(found.key, { ticketId, userId, day, generation: found.generation }) : null;
}

/**
 * The person of a link that still opens its ticket. In a transaction that writes, `locks` makes a change of their
 * rights wait until it ends.
 */
export async function assertLinkOpens(
  db: Db | Tx,
  link: OneTicketLink,
  now: Date,
  { locks = false } = {},
): Promise<LinkedPerson> {
  const closedSince = new Date(now.getTime() - linkLifetimeDays.afterClosing * dayMs);
  const { rows } = await sql<FoundPerson>`
    select u.id, u.role, u.company_scope, btrim(u.first_name || ' ' || u.last_name) as name,
      t.id as "ticketId"
    from users u
      join ticket_people named on named.user_id = u.id
      join tickets t on t.id = ${endOfChain(sql`named.ticket_id`)}
    where u.id = ${link.userId}::uuid and named.ticket_id = ${link.ticketId}::uuid
      and named.link_generation = ${link.generation}::integer
      and u.role = 'Customer' and u.state <> 'disabled'
      and ${isShown({})} and ${isOneOfItsPeople(sql`u.id`)}
      and (t.closed_at is null or t.closed_at > ${closedSince}::timestamptz)
    ${locks ? sql`for share of u` : sql``}`.execute(db);
  const [found] = rows;
  const isTooOld = now.getTime() >= (link.day + linkLifetimeDays.afterMail) * dayMs;
  if (!found || isTooOld) throw new AppError("ticket_link_ended");
  const { name, ticketId, ...user } = found;
  // Other tickets of their companies are not a part of it.
  return { actor: { ...(await readActor(db, user)), seesAllOf: [] }, name, ticketId };
}

interface FoundPerson {
  id: string;
  role: "Customer";
  company_scope: null;
  name: string;
  ticketId: string;
}

/** No mail sent to these people so far opens a ticket any more. Last in a transaction: it locks no tickets. */
export async function revokeTicketLinks(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    update ticket_people set link_generation = floor(random() * 2147483647)::integer
    where user_id = any(${[...userIds]}::uuid[])`.execute(tx);
}

const dayMs = 24 * 60 * 60_000;

/** Two UUIDs, the day, the generation and 128 bits of the signature: 72 characters. */
const lengths = { named: 38, signature: 16 };

function sign(key: Uint8Array, { ticketId, userId, day, generation }: OneTicketLink): string {
  const named = Buffer.alloc(lengths.named);
  named.write(ticketId.replaceAll("-", ""), 0, "hex");
  named.write(userId.replaceAll("-", ""), 16, "hex");
  named.writeUInt16BE(day, 32);
  named.writeUInt32BE(generation, 34);
  return Buffer.concat([named, signatureOf(key, named)]).toString("base64url");
}

function readToken(key: Uint8Array, token: string): OneTicketLink | null {
  if (token.length !== ((lengths.named + lengths.signature) * 4) / 3) return null;
  const bytes = Buffer.from(token, "base64url");
  const [named, signature] = [bytes.subarray(0, lengths.named), bytes.subarray(lengths.named)];
  if (signature.length !== lengths.signature) return null;
  if (!timingSafeEqual(signature, signatureOf(key, named))) return null;
  return {
    ticketId: uuidOf(named.subarray(0, 16)),
    userId: uuidOf(named.subarray(16, 32)),
    day: named.readUInt16BE(32),
    generation: named.readUInt32BE(34),
  };
}

function signatureOf(key: Uint8Array, named: Uint8Array): Buffer {
  return createHmac("sha256", key).update(named).digest().subarray(0, lengths.signature);
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Counts per key and minute, on this server only. */
function createMinuteCounter(most: number) {
  const counts = new Map<string, number>();
  let counted = 0;
  return (key: string, now: Date): void => {
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute !== counted) counts.clear();
    counted = minute;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= most) return;
    const retryAfterSeconds = Math.ceil(((minute + 1) * 60_000 - now.getTime()) / 1000);
    throw new AppError("too_many_attempts", { retryAfterSeconds });
  };
}
