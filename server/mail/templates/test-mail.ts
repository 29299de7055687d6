import { exactTime, type MailFacts } from "./facts.ts";
import { type MailText, writeMail } from "./write-mail.ts";

type Props = Pick<MailFacts, "deskName" | "firstName" | "happenedAt" | "timeZone">;

/** Asked for under Settings, to see whether mail goes out. */
export function renderTestMail({ deskName, firstName, happenedAt, timeZone }: Props): MailText {
  return writeMail(`Test mail from ${deskName}`, [
    `Hello ${firstName},`,
    `This is the test mail that you asked for on ${exactTime(happenedAt, timeZone)}. ${deskName} can send mail.`,
  ]);
}
