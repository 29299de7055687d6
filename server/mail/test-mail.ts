import type { MailSettings, TestMailAnswer } from "../../shared/desk.ts";
import { AppError } from "../../shared/errors.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { recordAct } from "../events/record-act.ts";
import { findLogo } from "../settings/logo.ts";
import type { MailConfig } from "../settings/mail-settings.ts";
import { readMailSigning } from "./outbox/signing.ts";
import { createSender, isAlwaysEncrypted, mailFrom, mailHost, SendFailure } from "./outbox/smtp.ts";
import { renderTestMail } from "./templates/account.ts";

/** The person waiting on screen gets an answer within this time, whatever the mail server does. */
const patienceMs = 14_000;

/** The mail server's settings; of its credentials only whether there are any. */
export function mailSettings(config: MailConfig): MailSettings {
  const { smtpUrl, mailReplyTo, baseUrl } = config;
  const url = smtpUrl === null ? null : new URL(smtpUrl);
  return {
    server: url && {
      host: url.hostname,
      port: Number(url.port) || (url.protocol === "smtps:" ? 465 : 587),
      encrypted: isAlwaysEncrypted(url),
      signsIn: url.username !== "",
    },
    from: mailFrom(config),
    replyTo: mailReplyTo,
    linksBeginWith: baseUrl,
  };
}

/** Bypasses the queue and goes to the actor: the mail server's answer is the result, success or not. */
export async function sendTestMail(
  deps: ActorDeps,
  config: MailConfig,
  patience = patienceMs,
): Promise<TestMailAnswer> {
  const { db, actor, now } = deps;
  const send = createSender(config, patience);
  if (!send) throw new AppError("no_mail_server");
  const { name, address, firstName, deskName, timeZone } = await readRecipient(deps);
  const words = renderTestMail({ deskName, firstName, happenedAt: now, timeZone });
  const logo = await findLogo(db, null);
  const mail = {
    ...words,
    id: `<${Bun.randomUUIDv7()}@${mailHost(config)}>`,
    thread: null,
    conversation: null,
    mailbox: null,
    mark: (await readMailSigning(db)).mark,
    choosesAt: null,
    automatic: "auto-generated" as const,
    deskName,
    agentName: null,
    name,
    address,
    logo,
  };
  const answer = await send(mail, AbortSignal.timeout(patience)).then(
    ({ words }) => ({ taken: true, to: address, answer: words }),
    (error) => {
      if (!(error instanceof SendFailure)) throw error;
      return { taken: false, to: address, answer: error.message };
    },
  );
  await recordAct(
    db,
    {
      act: "mail.tested",
      actorId: actor.id,
      subject: { kind: "mail", id: null },
      values: { after: { taken: answer.taken ? "yes" : "no" } },
    },
    deps,
  );
  return answer;
}

async function readRecipient({ db, actor }: ActorDeps) {
  const row = await db
    .selectFrom("users")
    .innerJoin("desk", (on) => on.onTrue())
    .select(["first_name", "last_name", "email", "time_zone", "desk.name as desk_name"])
    .where("users.id", "=", actor.id)
    .executeTakeFirst();
  if (!row?.email) throw new AppError("not_found");
  return {
    name: fullName({ firstName: row.first_name, lastName: row.last_name }),
    address: row.email,
    firstName: row.first_name,
    deskName: row.desk_name,
    timeZone: row.time_zone,
  };
}
