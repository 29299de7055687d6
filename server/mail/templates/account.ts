import type { AccountTemplate } from "../../../shared/mails.ts";
import type { LinkKind } from "../../auth/links.ts";
import type { MailFacts } from "./facts.ts";
import { invitationMail } from "./invitation.ts";
import { passwordChangedMail } from "./password-changed.ts";
import { passwordSetMail } from "./password-set.ts";
import { resetMail } from "./reset.ts";
import { resetByAdminMail } from "./reset-by-admin.ts";
import { type MailText, type Paragraph, writeMail } from "./write-mail.ts";

type MailedLink = Exclude<LinkKind, "first-admin">;

/** A mail about somebody's account; each is a file that says what of the facts it speaks of. */
interface AccountMail {
  /** The link that is made as the mail is sent; null: the mail carries no token. */
  link: MailedLink | null;
  subject: (facts: Pick<MailFacts, "deskName">) => string;
  body: (facts: MailFacts, link: string) => Paragraph[];
}

const mails: Record<AccountTemplate, AccountMail> = {
  invitation: invitationMail,
  reset: resetMail,
  "reset-by-admin": resetByAdminMail,
  "password-changed": passwordChangedMail,
  "password-set": passwordSetMail,
};

/** What stands in place of the link wherever a mail is kept. */
const linkPlaceholder = "[link]";

export function renderMail(
  template: AccountTemplate,
  facts: MailFacts,
  link: string = linkPlaceholder,
): MailText {
  return writeMail(mails[template].subject(facts), [
    `Hello ${facts.firstName},`,
    ...mails[template].body(facts, link),
    facts.answersAreRead
      ? "Questions? Answer this mail."
      : "This mail was sent automatically. Answers to it are not read.",
  ]);
}

export function linkOf(template: AccountTemplate): MailedLink | null {
  return mails[template].link;
}

export function subjectOf(template: AccountTemplate, deskName: string): string {
  return mails[template].subject({ deskName });
}
