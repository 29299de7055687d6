import type { AccountTemplate } from "../../shared/mails.ts";
import type { LinkKind } from "../auth/links.ts";
import { type MailText, type Paragraph, writeMail } from "./write.ts";

/** What the words of a mail may speak of. */
export interface MailFacts {
  deskName: string;
  firstName: string;
  /** Who asked for this mail, where that was somebody else. */
  askedBy: string | null;
  /** When the act happened that this mail tells of. */
  happenedAt: Date;
  timeZone: string | null;
  origin: string;
  /** Whether answers reach somebody. */
  answersAreRead: boolean;
}

/** The link that is made as the mail is sent; null: the mail carries no token. */
export const linkOfTemplate = {
  invitation: "invitation",
  reset: "reset",
  "reset-by-admin": "reset",
  "password-changed": null,
} as const satisfies Record<AccountTemplate, LinkKind | null>;

/** What stands in place of the link wherever a mail is kept. */
export const linkPlaceholder = "[link]";

export function renderMail(
  template: AccountTemplate,
  facts: MailFacts,
  link: string = linkPlaceholder,
): MailText {
  return writeMail(subjectOf(template, facts.deskName), [
    `Hello ${facts.firstName},`,
    ...bodies[template](facts, link),
    facts.answersAreRead
      ? "Questions? Answer this mail."
      : "This mail was sent automatically. Answers to it are not read.",
  ]);
}

export function subjectOf(template: AccountTemplate, deskName: string): string {
  return subjects[template](deskName);
}

const subjects: Record<AccountTemplate, (deskName: string) => string> = {
  invitation: (deskName) => `Your invitation to ${deskName}`,
  reset: (deskName) => `Choose a new password for ${deskName}`,
  "reset-by-admin": (deskName) => `Choose a new password for ${deskName}`,
  "password-changed": (deskName) => `Your password for ${deskName} was changed`,
};

const bodies: Record<AccountTemplate, (facts: MailFacts, link: string) => Paragraph[]> = {
  invitation: ({ deskName, askedBy }, link) => [
    askedBy
      ? `${askedBy} invited you to ${deskName}. Choose a password to get in.`
      : `You are invited to ${deskName}. Choose a password to get in.`,
    { label: "Choose a password", url: link },
    "The link works once, for 7 days. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.",
  ],
  reset: ({ deskName }, link) => [
    `Somebody, probably you, asked for a new password for your account at ${deskName}.`,
    { label: "Choose a new password", url: link },
    "The link works once, for 30 minutes.",
    "If this was not you, ignore this mail: your password stays as it is.",
  ],
  "reset-by-admin": ({ deskName, askedBy }, link) => [
    `${askedBy ?? "An administrator"} asked you to choose a new password for your account at ${deskName}. You have been signed out everywhere.`,
    { label: "Choose a new password", url: link },
    "The link works once, for 30 minutes. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.",
  ],
  "password-changed": ({ deskName, happenedAt, timeZone, origin }) => [
    `The password of your account at ${deskName} was changed on ${exactTime(happenedAt, timeZone)}, and you were signed out everywhere.`,
    "If this was you, there is nothing to do.",
    "If not, choose “Forgot password?” on the sign-in page now, and tell whoever looks after the desk.",
    { label: "Sign-in page", url: `${origin}/login` },
  ],
};

export function exactTime(time: Date, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    }).format(time);
  // A zone that this machine does not know must not keep a security notice from going out.
  try {
    if (timeZone) return `${format(timeZone)} (${timeZone})`;
  } catch {}
  return `${format("UTC")} (UTC)`;
}
