import { sql } from "kysely";
import * as z from "zod/mini";
import { type Role, roles } from "../../../shared/access.ts";
import {
  type AccountTemplate,
  accountTemplates,
  addressTemplates,
  type MailTemplate,
} from "../../../shared/mails.ts";
import { fullName, type UserState } from "../../../shared/users.ts";
import { type Actor, toActor } from "../../access/actor.ts";
import { stateForLink } from "../../auth/links.ts";
import type { Db } from "../../db/database.ts";
import { linkOf } from "../templates/account.ts";
import type { MailFacts } from "../templates/facts.ts";
import type { MailJob } from "./lease.ts";

export interface Recipient {
  /** With their present permissions. A copied person sees nothing but what is mailed to them. */
  actor: Actor;
  /** The address of a copied person, who is no user. */
  copied: string | null;
  name: string;
  address: string;
  facts: Omit<MailFacts, "origin" | "answers">;
}

const mailData = z.object({
  askedBy: z.optional(z.uuid()),
  to: z.optional(z.string()),
  role: z.optional(z.enum(roles)),
  webhookId: z.optional(z.uuid()),
  tokenId: z.optional(z.uuid()),
  mailboxId: z.optional(z.uuid()),
  commands: z.optional(z.object({ unknown: z.array(z.string()), ticketNumber: z.number() })),
});

/** Who gets a mail now. Returns the reason instead when no one does. */
export async function findRecipient(db: Db, job: MailJob): Promise<Recipient | string> {
  const data = mailData.safeParse(job.data);
  if (!data.success) return "This email has no recipient.";
  if (job.toAddress !== null) return await copiedPerson(db, job, job.toAddress, data.data);
  if (!job.userId) return "This email has no recipient.";
  const row = await db
    .selectFrom("users")
    .innerJoin("desk", (on) => on.onTrue())
    .leftJoin("users as asker", (on) =>
      on.on("asker.id", "=", data.data.askedBy ?? null).on("asker.deleted_at", "is", null),
    )
    .leftJoin("address_changes", "address_changes.user_id", "users.id")
    .leftJoin("webhooks", (on) => on.on("webhooks.id", "=", data.data.webhookId ?? null))
    .leftJoin("mailboxes", (on) =>
      on
        .on("mailboxes.id", "=", data.data.mailboxId ?? null)
        .on("mailboxes.failing_since", "is not", null),
    )
    .leftJoin("api_tokens", (on) =>
      on.on("api_tokens.id", "=", data.data.tokenId ?? null).on("revoked_at", "is", null),
    )
    .select([
      "address_changes.email as new_address",
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.state",
      "users.role",
      "users.company_scope",
      "users.time_zone",
      "desk.name as desk_name",
      "asker.first_name as asker_first_name",
      "asker.last_name as asker_last_name",
      "webhooks.name as webhook_name",
      "mailboxes.id as mailbox_id",
      "mailboxes.name as mailbox_name",
      "mailboxes.error as mailbox_error",
      "api_tokens.name as token_name",
      "api_tokens.kind as token_kind",
      "api_tokens.expires_at as token_expires_at",
      sql<Membership[]>`coalesce((
        select json_agg(json_build_object('id', company_id, 'seesAllTickets', sees_all_tickets))
        from user_companies where user_id = users.id), '[]')`.as("companies"),
    ])
    .where("users.id", "=", job.userId)
    .executeTakeFirst();
  if (!row?.email) return "The person has been deleted.";
  const unfit = reasonAgainst(job.template, row);
  if (unfit) return unfit;
  const confirms = addressTemplates.some((template) => template === job.template);
  if (confirms && !row.new_address) return "The change of address was cancelled.";
  if (job.template === "token-expiring" && !row.token_name) return "The token was revoked.";
  if (job.template === "mailbox-failing" && !row.mailbox_id) return "The mailbox is read again.";
  const newAddress = job.template === "address-new" ? row.new_address : null;
  return {
    actor: toActor(
      { id: job.userId, role: row.role, companyScope: row.company_scope },
      row.companies,
    ),
    copied: null,
    name: fullName({ firstName: row.first_name, lastName: row.last_name }),
    address: newAddress ?? data.data.to ?? row.email,
    facts: {
      deskName: row.desk_name,
      firstName: row.first_name,
      askedBy:
        row.asker_first_name === null
          ? null
          : fullName({ firstName: row.asker_first_name, lastName: row.asker_last_name ?? "" }),
      happenedAt: job.createdAt,
      timeZone: row.time_zone,
      ...(row.new_address && { newAddress: row.new_address }),
      ...(data.data.role && { role: data.data.role }),
      ...(row.webhook_name && { webhook: row.webhook_name }),
      ...(data.data.commands && { commands: data.data.commands }),
      ...(row.mailbox_id !== null && {
        mailbox: {
          id: row.mailbox_id,
          name: row.mailbox_name ?? "",
          error: row.mailbox_error,
        },
      }),
      ...(row.token_name &&
        row.token_expires_at && {
          token: {
            name: row.token_name,
            isApp: row.token_kind === "app",
            expiresAt: row.token_expires_at,
          },
        }),
    },
  };
}

/** Whether they are still copied, the facts of the ticket tell. */
async function copiedPerson(
  db: Db,
  { id, ticketId, messageId, createdAt }: MailJob,
  address: string,
  { askedBy }: z.infer<typeof mailData>,
): Promise<Recipient> {
  const { rows } = await sql<{ deskName: string; name: string | null; asker: string | null }>`
    select desk.name as "deskName",
      coalesce(
        (select name from message_recipients
          where message_id = ${messageId}::uuid and address = ${address}::text limit 1),
        (select name from ticket_people
          where ticket_id = ${ticketId}::uuid and address = ${address}::text)) as name,
      (select btrim(first_name || ' ' || last_name) from users
        where id = ${askedBy ?? null}::uuid and deleted_at is null) as asker
    from desk`.execute(db);
  const { deskName = "", name = "", asker = null } = rows[0] ?? {};
  return {
    actor: { id, role: "Customer", companyScope: null, companyIds: [], seesAllOf: [] },
    copied: address,
    name: name ?? "",
    address,
    facts: {
      deskName,
      firstName: name ?? "",
      askedBy: asker,
      happenedAt: createdAt,
      timeZone: null,
    },
  };
}

interface Membership {
  id: string;
  seesAllTickets: boolean;
}

function reasonAgainst(
  template: MailTemplate,
  { state, role }: { state: UserState; role: Role },
): string | null {
  if (state === "disabled") return "The person has been disabled.";
  if (!isAccountTemplate(template)) {
    // A customer may be invited together with their ticket and gets replies right away.
    return state === "active" || role === "Customer" ? null : notYetAccepted;
  }
  const kind = linkOf(template);
  if (!kind || state === stateForLink[kind]) return null;
  return state === "active" ? "The person has already accepted an invitation." : notYetAccepted;
}

const notYetAccepted = "The person has not accepted their invitation yet.";

export function isAccountTemplate(template: MailTemplate): template is AccountTemplate {
  return accountTemplates.some((known) => known === template);
}
