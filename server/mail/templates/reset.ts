import { lifetimeInWords } from "../../../shared/link-lifetime.ts";
import type { MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName">;

export const resetMail = {
  link: "reset",
  subject: ({ deskName }: Props) => `Choose a new password for ${deskName}`,
  body: ({ deskName }: Props, link: string): Paragraph[] => [
    `Somebody, probably you, asked for a new password for your account at ${deskName}.`,
    { label: "Choose a new password", url: link },
    `The link works once, for ${lifetimeInWords("reset")}.`,
    "If this was not you, ignore this mail: your password stays as it is.",
  ],
} as const;
