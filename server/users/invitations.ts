import { sql } from "kysely";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import { linkTemplates, type MailState } from "../../shared/mails.ts";
import type { MailStop } from "../../shared/undelivered.ts";
import type { AddressChange, Invitation, UndeliveredLink, UserState } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { addressChangeOf, presentAddressChange } from "../auth/address-change.ts";
import type { Db, Tx } from "../db/database.ts";
import { fewWords } from "../db/few-words.ts";
import { recordAct } from "../events/record-act.ts";
import { mailStopOf } from "../mail/outbox/undeliverable.ts";

/** How long emails are stored. Which emails older users received is unknown. */
const knownMs = 90 * 24 * 60 * 60_000;

interface StoredInvitation {
  state: UserState;
  created_at: Date;
  password_set_at: Date | null;
  mail: { state: MailState; template: string; at: Date; why: string | null } | null;
  link: { at: Date; until: Date; isVoid: boolean } | null;
}

interface InvitationState {
  wasSuperAdmin: boolean;
  addressChange: AddressChange | null;
  invitation: Invitation | null;
  undelivered: UndeliveredLink | null;
  mailStop: MailStop | null;
}

/** The state of a user's invitation or reset link, from the last email and the last link. */
export async function readInvitation(db: Db, id: string, now: Date): Promise<InvitationState> {
  const { rows } = await sql<Row>`
    select u.state, u.created_at, u.password_set_at, u.was_super_admin,
      ${addressChangeOf(now)} as "addressChange", ${mailStopOf(sql`u.email`)} as "mailStop",
      mail.state as "mailState", mail.template, mail.created_at as "mailAt", mail.why,
      link.created_at as "linkAt", link.expires_at as until, link.used_at is not null as "isVoid"
    from users u
    left join lateral (
      select state, template, created_at, ${fewWords(sql`error`)} as why
      from outgoing_mails mail
      where mail.user_id = u.id and template in (${sql.join(linkTemplates)})
        -- Staff have many emails, and the outcome of an old one no longer matters.
        and mail.created_at > case when u.state = 'invited' then '-infinity'
          else ${now}::timestamptz - interval '7 days' end
      order by created_at desc, id desc limit 1
    ) mail on true
    left join lateral (
      select created_at, expires_at, used_at from links
      where user_id = u.id and kind in ('reset', 'invitation') and ${canHaveArrived} order by created_at desc limit 1
    ) link on true
    where u.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) {
    return {
      wasSuperAdmin: false,
      invitation: null,
      undelivered: null,
      addressChange: null,
      mailStop: null,
    };
  }
  const stored = toStored(row);
  return {
    wasSuperAdmin: row.was_super_admin,
    addressChange: presentAddressChange(row.addressChange),
    mailStop: row.mailStop,
    invitation: stored.state === "invited" ? invitationOf(stored, now) : null,
    undelivered: undeliveredOf(stored, now),
  };
}

/**
 * The user may have received the link. A link in an unsent email has not been received, but one from
 * before that email, or a copied one, may have been.
 */
const canHaveArrived = sql`(
  (mail.state in ('queued', 'failed')) is not true or links.created_at < mail.created_at
  or exists (select from audit_log made where made.subject_id = u.id
    and made.act = 'user.link-made' and made.at = links.created_at))`;

interface Row extends Pick<StoredInvitation, "state" | "created_at" | "password_set_at"> {
  was_super_admin: boolean;
  addressChange: Parameters<typeof presentAddressChange>[0];
  mailStop: MailStop | null;
  mailState: MailState | null;
  template: string | null;
  mailAt: Date | null;
  why: string | null;
  linkAt: Date | null;
  until: Date | null;
  isVoid: boolean;
}

function toStored({ mailState, template, mailAt, why, linkAt, until, isVoid, ...user }: Row) {
  return {
    ...user,
    mail: mailState && template && mailAt ? { state: mailState, template, at: mailAt, why } : null,
    link: linkAt && until ? { at: linkAt, until, isVoid } : null,
  };
}

function invitationOf({ mail, link, created_at }: StoredInvitation, now: Date): Invitation {
  const open = validLink(link, now);
  if (open) return { is: "open", until: open.until.toISOString() };
  if (mail?.state === "queued") return { is: "waiting" };
  // A link copied since then is more recent than an email that did not arrive.
  const isLast = mail && (!link || link.at < mail.at);
  if (isLast && mail.state === "failed") return { is: "undelivered" };
  if (isLast && mail.state === "kept") return { is: "kept" };
  if (link && !link.isVoid) return { is: "over", since: link.until.toISOString() };
  if (link || mail?.state === "skipped") return { is: "void" };
  if (mail) return expiredSince(mail.at, now);
  return created_at.getTime() < now.getTime() - knownMs ? { is: "void" } : { is: "never" };
}

/** The link is already deleted, so its expiry is computed from the email. */
function expiredSince(sentAt: Date, now: Date): Invitation {
  const since = new Date(sentAt.getTime() + linkLifetime.invitation);
  return since <= now ? { is: "over", since: since.toISOString() } : { is: "void" };
}

function undeliveredOf(stored: StoredInvitation, now: Date): UndeliveredLink | null {
  const { state, mail, link, password_set_at } = stored;
  if (mail?.state !== "failed" || state === "disabled") return null;
  // They set a password or got a link since.
  if (password_set_at && password_set_at >= mail.at) return null;
  const open = validLink(link, now);
  if (open && open.at > mail.at) return null;
  const kind = mail.template === "invitation" ? "invitation" : "reset";
  return { kind, why: mail.why ?? "" };
}

function validLink(link: StoredInvitation["link"], now: Date): StoredInvitation["link"] {
  return link && !link.isVoid && link.until > now ? link : null;
}

/**
 * Sends an invitation to a new address; links sent to the old one stop working. A user who was never
 * invited, because an import skipped that, is not invited now. Returns whether one was queued.
 */
export async function inviteAtNewAddress(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  userId: string,
): Promise<boolean> {
  if (!(await wasInvited(tx, userId))) return false;
  const askedBy = deps.actor.id;
  await recordAct(
    tx,
    {
      act: "user.invited",
      actorId: askedBy,
      subject: { kind: "user", id: userId },
      mail: { template: "invitation", userId, data: { askedBy } },
    },
    deps,
  );
  return true;
}

/** By email, delivered or not, or by a copied link. */
async function wasInvited(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("outgoing_mails")
            .select("outgoing_mails.id")
            .whereRef("user_id", "=", "users.id")
            .where("template", "in", linkTemplates),
        ),
        exists(selectFrom("links").select("links.id").whereRef("links.user_id", "=", "users.id")),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
