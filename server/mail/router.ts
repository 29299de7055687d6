import type { MailSettings, TestMailAnswer } from "../../shared/desk.ts";
import type { MailPage } from "../../shared/mails.ts";
import { listMailsInput, oneMail } from "../../shared/schemas/mails.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { type Context, procedureFor, router } from "../rpc/trpc.ts";
import { listMails } from "./queries.ts";
import { mailSettings, sendTestMail } from "./test-mail.ts";
import { tryMailAgain } from "./try-again.ts";

const sender = procedureFor("desk.write");

export const mailsRouter = router({
  settings: procedureFor("mail.read").query(
    ({ ctx }): MailSettings => mailSettings(ctx.services.config),
  ),
  sendTest: sender.mutation(
    ({ ctx }): Promise<TestMailAnswer> => sendTestMail(ctx, ctx.services.config),
  ),
  tryAgain: doneOnce(sender, oneMail, (ctx, input, requestId) =>
    tryMailAgain({ ...ctx, sending: isSending(ctx) }, input, requestId),
  ),
  list: procedureFor("mail.read")
    .input(listMailsInput)
    .query(
      ({ ctx, input }): Promise<MailPage> =>
        listMails({ db: ctx.db, sending: isSending(ctx) }, input),
    ),
});

function isSending({ services }: Pick<Context, "services">): boolean {
  return services.config.smtpUrl !== null;
}
