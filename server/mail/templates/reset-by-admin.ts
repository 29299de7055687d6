import { lifetimeInWords } from "../../../shared/link-lifetime.ts";
import type { MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName" | "askedBy">;

export const resetByAdminMail = {
  link: "reset",
  subject: ({ deskName }: Pick<Props, "deskName">) => `Choose a new password for ${deskName}`,
  body: ({ deskName, askedBy }: Props, link: string): Paragraph[] => [
    `${askedBy ?? "An administrator"} asked you to choose a new password for your account at ${deskName}. You have been signed out everywhere.`,
    { label: "Choose a new password", url: link },
    `The link works once, for ${lifetimeInWords("reset")}. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.`,
  ],
} as const;
