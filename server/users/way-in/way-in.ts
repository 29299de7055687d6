import { sql } from "kysely";
import { linkLifetime } from "../../../shared/link-lifetime.ts";
import { linkTemplates, type MailState } from "../../../shared/mails.ts";
import type {
  AddressChange,
  Invitation,
  UndeliveredLink,
  UserState,
} from "../../../shared/users.ts";
import { addressChangeOf, presentAddressChange } from "../../auth/address-change.ts";
import type { Db } from "../../db/database.ts";
import { fewWords } from "../../db/few-words.ts";

/** So long mails are kept: of who was made before, it is not known what they were sent. */
const knownMs = 90 * 24 * 60 * 60_000;

interface StoredWayIn {
  state: UserState;
  created_at: Date;
  password_set_at: Date | null;
  mail: { state: MailState; template: string; at: Date; why: string | null } | null;
  link: { at: Date; until: Date; isVoid: boolean } | null;
}

interface WayIn {
  passwordSetAt: Date | null;
  wasSuperAdmin: boolean;
  addressChange: AddressChange | null;
  invitation: Invitation | null;
  undelivered: UndeliveredLink | null;
}

/** What was last sent to somebody to choose a password by, and what came of it. */
export async function readWayIn(db: Db, id: string, now: Date): Promise<WayIn> {
  const { rows } = await sql<Row>`
    select u.state, u.created_at, u.password_set_at, u.was_super_admin,
      ${addressChangeOf(now)} as "addressChange",
      mail.state as "mailState", mail.template, mail.created_at as "mailAt", mail.why,
      link.created_at as "linkAt", link.expires_at as until, link.used_at is not null as "isVoid"
    from users u
    left join lateral (
      select state, template, created_at, ${fewWords(sql`error`)} as why
      from outgoing_mails mail
      where mail.user_id = u.id and template in (${sql.join(linkTemplates)})
        -- Staff have very many mails, and what happened to an old one of these is no news.
        and mail.created_at > case when u.state = 'invited' then '-infinity'
          else ${now}::timestamptz - interval '7 days' end
      order by created_at desc, id desc limit 1
    ) mail on true
    left join lateral (
      select created_at, expires_at, used_at from links
      where user_id = u.id and kind in ('reset', 'invitation') and ${mayHaveCome} order by created_at desc limit 1
    ) link on true
    where u.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) {
    return {
      ...{ passwordSetAt: null, wasSuperAdmin: false },
      ...{ invitation: null, undelivered: null, addressChange: null },
    };
  }
  const stored = toStored(row);
  return {
    passwordSetAt: stored.password_set_at,
    wasSuperAdmin: row.was_super_admin,
    addressChange: presentAddressChange(row.addressChange),
    invitation: stored.state === "invited" ? invitationOf(stored, now) : null,
    undelivered: undeliveredOf(stored, now),
  };
}

/**
 * A try to mail a link leaves it good where the mail server said nothing; as long as the mail has not
 * gone out nobody has it, unlike one from before, or one that was handed over.
 */
const mayHaveCome = sql`(
  (mail.state in ('queued', 'failed')) is not true or links.created_at < mail.created_at
  or exists (select from audit_log made where made.subject_id = u.id
    and made.act = 'user.link-made' and made.at = links.created_at))`;

interface Row extends Pick<StoredWayIn, "state" | "created_at" | "password_set_at"> {
  was_super_admin: boolean;
  addressChange: Parameters<typeof presentAddressChange>[0];
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

function invitationOf({ mail, link, created_at }: StoredWayIn, now: Date): Invitation {
  const open = openOf(link, now);
  if (open) return { is: "open", until: open.until.toISOString() };
  if (mail?.state === "queued") return { is: "waiting" };
  // Whatever was handed over since counts for more than a mail that reached nobody.
  const isLast = mail && (!link || link.at < mail.at);
  if (isLast && mail.state === "failed") return { is: "undelivered" };
  if (isLast && mail.state === "kept") return { is: "kept" };
  if (link && !link.isVoid) return { is: "over", since: link.until.toISOString() };
  if (link || mail?.state === "skipped") return { is: "void" };
  if (mail) return overSince(mail.at, now);
  return created_at.getTime() < now.getTime() - knownMs ? { is: "void" } : { is: "never" };
}

/** Its link is forgotten by now: it was good for as long as all are. */
function overSince(sentAt: Date, now: Date): Invitation {
  const since = new Date(sentAt.getTime() + linkLifetime.invitation);
  return since <= now ? { is: "over", since: since.toISOString() } : { is: "void" };
}

function undeliveredOf(stored: StoredWayIn, now: Date): UndeliveredLink | null {
  const { state, mail, link, password_set_at } = stored;
  if (mail?.state !== "failed" || state === "disabled") return null;
  // They came in, or were handed a link, since.
  if (password_set_at && password_set_at >= mail.at) return null;
  const open = openOf(link, now);
  if (open && open.at > mail.at) return null;
  const kind = mail.template === "invitation" ? "invitation" : "reset";
  return { kind, why: mail.why ?? "" };
}

function openOf(link: StoredWayIn["link"], now: Date): StoredWayIn["link"] {
  return link && !link.isVoid && link.until > now ? link : null;
}
