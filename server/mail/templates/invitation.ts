import { lifetimeInWords } from "../../../shared/link-lifetime.ts";
import type { MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName" | "askedBy">;

export const invitationMail = {
  link: "invitation",
  subject: ({ deskName }: Pick<Props, "deskName">) => `Your invitation to ${deskName}`,
  body: ({ deskName, askedBy }: Props, link: string): Paragraph[] => [
    askedBy
      ? `${askedBy} invited you to ${deskName}. Choose a password to get in.`
      : `You are invited to ${deskName}. Choose a password to get in.`,
    { label: "Choose a password", url: link },
    `The link works once, for ${lifetimeInWords("invitation")}. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.`,
  ],
} as const;
