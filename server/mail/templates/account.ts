import { describeLifetime } from "../../../shared/link-lifetime.ts";
import type { AccountTemplate } from "../../../shared/mails.ts";
import type { LinkKind } from "../../auth/links.ts";
import { exactTime, type MailFacts } from "./facts.ts";
import { type MailText, type Paragraph, writeMail } from "./write-mail.ts";

type MailedLink = Exclude<LinkKind, "first-admin">;

/** A mail about someone's account. */
interface AccountMail {
  /** The link that is created when the mail is sent; null: the mail carries no token. */
  link: MailedLink | null;
  subject: (facts: Pick<MailFacts, "deskName">) => string;
  body: (facts: MailFacts, link: string) => Paragraph[];
}

const newLink = "If it has expired, use “Forgot password?” on the sign-in page to get a new one.";

const mails: Record<AccountTemplate, AccountMail> = {
  invitation: {
    link: "invitation",
    subject: ({ deskName }) => `Your invitation to ${deskName}`,
    body: ({ deskName, askedBy }, link) => [
      `${askedBy ? `${askedBy} invited you` : "You've been invited"} to ${deskName}. Choose a password to get started.`,
      { label: "Choose a password", url: link },
      `The link works once and expires after ${describeLifetime("invitation")}. ${newLink}`,
    ],
  },
  reset: {
    link: "reset",
    subject: ({ deskName }) => `Choose a new password for ${deskName}`,
    body: ({ deskName }, link) => [
      `Someone, probably you, asked to reset the password of your account at ${deskName}.`,
      { label: "Choose a new password", url: link },
      `The link works once and expires after ${describeLifetime("reset")}.`,
      "If this wasn't you, ignore this email. Your password stays the same.",
    ],
  },
  "reset-by-admin": {
    link: "reset",
    subject: ({ deskName }) => `Choose a new password for ${deskName}`,
    body: ({ deskName, askedBy }, link) => [
      `${askedBy ?? "An administrator"} asked you to choose a new password for your account at ${deskName}. You've been signed out on all devices.`,
      { label: "Choose a new password", url: link },
      `The link works once and expires after ${describeLifetime("reset")}. ${newLink}`,
    ],
  },
  "password-changed": {
    link: null,
    subject: ({ deskName }) => `Your password for ${deskName} was changed`,
    body: ({ deskName, happenedAt, timeZone, origin }) => [
      `The password of your account at ${deskName} was changed on ${exactTime(happenedAt, timeZone)}. You were signed out on all devices.`,
      "If this was you, you don't need to do anything.",
      "If it wasn't, choose “Forgot password?” on the sign-in page now and contact your administrator.",
      { label: "Sign-in page", url: `${origin}/login` },
    ],
  },
  /** After an invitation: there was no password to change. */
  "password-set": {
    link: null,
    subject: ({ deskName }) => `Your account at ${deskName} is ready`,
    body: ({ deskName, happenedAt, timeZone, origin }) => [
      `You chose a password for ${deskName} on ${exactTime(happenedAt, timeZone)}. You can now sign in:`,
      { label: "Sign-in page", url: `${origin}/login` },
      "If this wasn't you, choose “Forgot password?” on that page now and contact your administrator.",
    ],
  },
  /** To the new address: opening the link proves that it can be read. */
  "address-new": {
    link: "address-new",
    subject: ({ deskName }) => `Confirm your new address for ${deskName}`,
    body: ({ deskName, askedBy }, link) => [
      `${askedBy ?? "An administrator"} asked to use this address for your account at ${deskName}.`,
      { label: "Confirm or cancel the change", url: link },
      `The link works once and expires after ${describeLifetime("address-new")}. The change must be confirmed from your current address too.`,
      "If you didn't expect this, ignore this email. Nothing changes.",
    ],
  },
  /** To the current address: it stays until the link is opened. */
  "address-old": {
    link: "address-old",
    subject: ({ deskName }) => `Confirm the change of your address for ${deskName}`,
    body: ({ deskName, askedBy, newAddress }, link) => [
      `${askedBy ?? "An administrator"} asked to change the address of your account at ${deskName} to ${newAddress ?? "another one"}.`,
      { label: "Confirm or cancel the change", url: link },
      `The link works once and expires after ${describeLifetime("address-old")}. Your address stays the same until you confirm.`,
      "If you didn't expect this, cancel the change and contact another administrator.",
    ],
  },
  /** To the address before. It does not name the new one: the old one may belong to someone else now. */
  "address-changed": {
    link: null,
    subject: ({ deskName }) => `Your address for ${deskName} was changed`,
    body: ({ deskName, happenedAt, timeZone }) => [
      `The address of your account at ${deskName} was changed on ${exactTime(happenedAt, timeZone)}. You no longer sign in with this address.`,
      "If you expected this, you don't need to do anything.",
      "If you didn't, contact your administrator now.",
    ],
  },
  "role-changed": {
    link: null,
    subject: ({ deskName }) => `Your role at ${deskName} was changed`,
    body: ({ deskName, askedBy, role, happenedAt, timeZone }) => [
      `${askedBy ?? "An administrator"} changed your role at ${deskName} to ${role ?? "another one"} on ${exactTime(happenedAt, timeZone)}. You were signed out on all devices.`,
      "If you didn't expect this, contact your administrator.",
    ],
  },
  "webhook-paused": {
    link: null,
    subject: ({ deskName }) => `A webhook of ${deskName} was paused`,
    body: ({ deskName, webhook, happenedAt, timeZone, origin }) => [
      `${webhook ? `The webhook “${webhook}”` : "A webhook"} of ${deskName} was paused on ${exactTime(happenedAt, timeZone)}: its receiver has accepted no event for three days, or wants no more.`,
      "New events are collected for seven days. Fix the receiver, then resume the webhook.",
      { label: "Webhooks", url: `${origin}/settings/api?section=webhooks` },
    ],
  },
  "token-expiring": {
    link: null,
    subject: ({ deskName }) => `An API token of ${deskName} expires soon`,
    body: ({ deskName, token, timeZone, origin }) => [
      `${token ? `The API token “${token.name}” of ${deskName} expires on ${exactTime(token.expiresAt, timeZone)}` : `An API token of ${deskName} expires within 14 days`}. Programs that use it are refused from then on.`,
      "Create a new token, and use it in those programs:",
      token?.isApp
        ? { label: "API tokens", url: `${origin}/settings/api` }
        : { label: "Your profile", url: `${origin}/profile` },
    ],
  },
  "command-unknown": {
    link: null,
    subject: ({ deskName }) => `${deskName} doesn't know a command in your mail`,
    body: ({ commands, origin }) => [
      `Your mail to ticket #${commands?.ticketNumber ?? ""} began with a command that does not exist: ${(commands?.unknown ?? []).join(", ")}. It did nothing; the rest of your mail was added.`,
      "Commands are #note, #resolve, #pending, #hold, #open, #assign me, and #tag with a name.",
      { label: "Open the ticket", url: `${origin}/ticket/${commands?.ticketNumber ?? ""}` },
    ],
  },
  "mailbox-failing": {
    link: null,
    subject: ({ deskName }) => `A mailbox of ${deskName} can't be read`,
    body: ({ deskName, mailbox, origin }) => [
      `${mailbox ? `The mailbox “${mailbox.name}” of ${deskName}` : `A mailbox of ${deskName}`} could not be read for 15 minutes. New mail waits on the mail server and becomes tickets once it can be read again.`,
      ...(mailbox?.error ? [mailbox.error] : []),
      { label: "Mailbox", url: `${origin}/settings/mailboxes/${mailbox?.id ?? ""}` },
    ],
  },
};

/** Stored instead of the link. */
export const linkPlaceholder = "[link]";

export function renderMail(
  template: AccountTemplate,
  facts: MailFacts,
  link: string = linkPlaceholder,
): MailText {
  return writeMail(mails[template].subject(facts), [
    `Hello ${facts.firstName},`,
    ...mails[template].body(facts, link),
    facts.answers === "unread"
      ? "This email was sent automatically. Replies aren't read."
      : "Questions? Reply to this email.",
  ]);
}

/** Sent from Settings, to see whether mail goes out. */
export function renderTestMail({
  deskName,
  firstName,
  happenedAt,
  timeZone,
}: Pick<MailFacts, "deskName" | "firstName" | "happenedAt" | "timeZone">): MailText {
  return writeMail(`Test email from ${deskName}`, [
    `Hello ${firstName},`,
    `You asked for this test email on ${exactTime(happenedAt, timeZone)}. ${deskName} can send email.`,
  ]);
}

/** To a mailbox itself, to see that mail to it arrives. */
export function renderMailboxTest({
  deskName,
  address,
  code,
}: Pick<MailFacts, "deskName"> & { address: string; code: string }): MailText {
  return writeMail(`Test of ${address} (${code})`, [
    `${deskName} sent this to check that mail to ${address} arrives. You can delete it.`,
  ]);
}

export function linkOf(template: AccountTemplate): MailedLink | null {
  return mails[template].link;
}

export function subjectOf(template: AccountTemplate, deskName: string): string {
  return mails[template].subject({ deskName });
}
