import { exactTime, type MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName" | "happenedAt" | "timeZone" | "origin">;

export const passwordChangedMail = {
  link: null,
  subject: ({ deskName }: Pick<Props, "deskName">) => `Your password for ${deskName} was changed`,
  body: ({ deskName, happenedAt, timeZone, origin }: Props): Paragraph[] => [
    `The password of your account at ${deskName} was changed on ${exactTime(happenedAt, timeZone)}, and you were signed out everywhere.`,
    "If this was you, there is nothing to do.",
    "If not, choose “Forgot password?” on the sign-in page now, and tell whoever looks after the desk.",
    { label: "Sign-in page", url: `${origin}/login` },
  ],
} as const;
