import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import {
  linkTemplates,
  type Mail,
  type MailPage,
  type MailState,
  mailTemplateName,
  mailTemplates,
  type NewLinkFor,
  type ShownMailState,
} from "../../shared/mails.ts";
import type { ListMailsInput } from "../../shared/schemas/mails.ts";
import type { UserState } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { afterCursor, cutMarked, markOf, type Order, orderBy } from "../db/keyset.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { notifyDelivery, queueFailedAgain } from "./outbox/lease.ts";
import { isAccountTemplate } from "./outbox/recipient.ts";
import { endStop } from "./outbox/undeliverable.ts";
import { subjectOf } from "./templates/account.ts";
import { ticketSubject } from "./templates/ticket.ts";

const newestFirst: Order = {
  name: "created",
  descending: true,
  columns: [
    { sql: sql`mail.created_at`, type: "timestamptz" },
    { sql: sql`mail.id`, type: "uuid" },
  ],
};

/** Newest first. */
export async function listMails(
  { db, sending }: { db: Db; sending: boolean },
  { cursor, limit, state, userId }: ListMailsInput,
): Promise<MailPage> {
  const found = await db
    .selectFrom("outgoing_mails as mail")
    .innerJoin("desk", (on) => on.onTrue())
    .leftJoin("users", "users.id", "mail.user_id")
    .leftJoin("tickets", "tickets.id", "mail.ticket_id")
    .select([
      "mail.id",
      "mail.template",
      "mail.state",
      "mail.address",
      "mail.subject",
      "mail.body",
      "mail.attempts",
      "mail.error",
      "mail.created_at",
      "mail.sent_at",
      sql<string | null>`coalesce(users.email, mail.to_address)`.as("email"),
      "users.first_name",
      "users.last_name",
      "users.role",
      "users.state as user_state",
      "users.password_set_at",
      "users.was_super_admin",
      "mail.user_id",
      "desk.name as desk_name",
      "mail.ticket_id",
      sql<number | null>`tickets.number::float8`.as("ticket_number"),
      "tickets.subject as ticket_subject",
    ])
    // As a literal, to match the partial index of mails that were not sent.
    .$if(state !== undefined, (query) => query.where("mail.state", "=", sql.lit(state)))
    .$if(userId !== undefined, (query) => query.where("mail.user_id", "=", userId ?? ""))
    .select(markOf(newestFirst).as("mark"))
    .where(afterCursor(newestFirst, cursor))
    .orderBy(orderBy(newestFirst))
    .limit(limit + 1)
    .execute();
  const { rows, nextCursor } = cutMarked(newestFirst, limit, found);
  return { mails: rows.map((row) => presentMail(row, sending)), nextCursor, sending };
}

interface MailRow {
  id: string;
  template: string;
  state: MailState;
  address: string | null;
  /** The person's current address, for a mail that was not tried yet. */
  email: string | null;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  role: Role | null;
  user_state: UserState | null;
  password_set_at: Date | null;
  was_super_admin: boolean | null;
  subject: string | null;
  body: string | null;
  attempts: number;
  error: string | null;
  created_at: Date;
  sent_at: Date | null;
  desk_name: string;
  ticket_id: string | null;
  ticket_number: number | null;
  ticket_subject: string | null;
}

function presentMail(row: MailRow, sending: boolean): Mail {
  return {
    id: row.id,
    template: knownTemplate(row),
    state: shownState(row),
    to: row.address ?? row.email ?? "",
    subject: row.subject ?? expectedSubject(row),
    text: row.body ?? "",
    ticket:
      row.ticket_id !== null && row.ticket_number !== null
        ? { id: row.ticket_id, number: row.ticket_number }
        : null,
    newLink: sending ? null : newLinkFor(row),
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

/** A mail that was really sent has the address it went to. */
function shownState({ state, address }: MailRow): ShownMailState {
  return state === "sent" && address === null ? "demo" : state;
}

/** A mail that was not sent brought its link to no one: the person still needs one. */
function newLinkFor(row: MailRow): NewLinkFor | null {
  const { user_id, email, role, user_state, password_set_at } = row;
  if (row.state !== "kept" || !linkTemplates.some((known) => known === row.template)) return null;
  if (!user_id || !email || !role || user_state === "disabled") return null;
  // They have used another link since.
  if (password_set_at !== null && password_set_at >= row.created_at) return null;
  return {
    user: {
      id: user_id,
      email,
      firstName: row.first_name ?? "",
      lastName: row.last_name ?? "",
    },
    isInvited: user_state === "invited",
    onServerOnly: row.was_super_admin ?? false,
  };
}

function knownTemplate({ template }: MailRow): Mail["template"] {
  return mailTemplates.find((known) => known === template) ?? null;
}

function expectedSubject(row: MailRow): string {
  const template = knownTemplate(row);
  if (!template) return row.template;
  if (isAccountTemplate(template)) return subjectOf(template, row.desk_name);
  return ticketSubject(template, {
    number: row.ticket_number ?? 0,
    subject: row.ticket_subject ?? "",
    answered: null,
  });
}

interface MailDeps extends ActorDeps {
  /** Whether there is a mail server: without one, a stored mail would only be stored again. */
  sending: boolean;
}

const auditActionFor = { failed: "mail.tried-again", kept: "mail.kept-sent" } as const;

/**
 * Queues a mail again that failed, or was stored without a mail server, with as many attempts as a new one.
 * As always, recipient and text are read when it is sent. Mails that are already queued or sent are left
 * alone.
 */
export async function tryMailAgain(
  deps: MailDeps,
  input: { id: string },
  requestId?: string,
): Promise<{ id: string }> {
  const act = { kind: "mail.try-again", requestId, input };
  return await onceKept(deps, act, (tx, now) => queueAgain(tx, { ...deps, ...now }, input.id));
}

async function queueAgain(tx: Tx, deps: MailDeps, id: string): Promise<{ id: string }> {
  const mail = await tx
    .selectFrom("outgoing_mails")
    .select(["state", "template", "user_id", "message_id as messageId", "address"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw new AppError("not_found");
  const { state } = mail;
  if (state !== "failed" && !(state === "kept" && deps.sending)) return { id };
  if (mail.address) await endStop(tx, mail.address);
  await queueFailedAgain(tx, [id], deps.now);
  await notifyDelivery(tx, mail);
  await recordAct(
    tx,
    {
      act: auditActionFor[state],
      actorId: deps.actor.id,
      subject: { kind: "mail", id },
      ...(mail.user_id && { personal: { personId: mail.user_id } }),
      values: { after: { mail: mailTemplateName(mail.template) } },
    },
    deps,
  );
  return { id };
}
