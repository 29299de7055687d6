import type { MailSettings, TestMailAnswer } from "../../shared/desk.ts";
import type { MailPage } from "../../shared/mails.ts";
import { listMailsInput } from "../../shared/schemas/mails.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { listMails } from "./queries.ts";
import { mailSettings, sendTestMail } from "./test-mail.ts";

const testing = procedureFor("desk.write");

export const mailsRouter = router({
  settings: procedureFor("mail.read").query(
    ({ ctx }): MailSettings => mailSettings(ctx.services.config),
  ),
  sendTest: testing.mutation(
    ({ ctx }): Promise<TestMailAnswer> => sendTestMail(ctx, ctx.services.config),
  ),
  list: procedureFor("mail.read")
    .input(listMailsInput)
    .query(({ ctx, input }): Promise<MailPage> => {
      const sending = ctx.services.config.smtpUrl !== null;
      return listMails({ db: ctx.db, sending }, input);
    }),
});
