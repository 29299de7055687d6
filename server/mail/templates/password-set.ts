import { exactTime, type MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName" | "happenedAt" | "timeZone" | "origin">;

/** To somebody invited, who has chosen their first one: nothing was changed that they had. */
export const passwordSetMail = {
  link: null,
  subject: ({ deskName }: Pick<Props, "deskName">) => `Your account at ${deskName} is ready`,
  body: ({ deskName, happenedAt, timeZone, origin }: Props): Paragraph[] => [
    `You chose a password for ${deskName} on ${exactTime(happenedAt, timeZone)}. From now on you sign in with it here:`,
    { label: "Sign-in page", url: `${origin}/login` },
    "If this was not you, choose “Forgot password?” on that page now, and tell whoever looks after the desk.",
  ],
} as const;
