import type { MailSettings, StoredMailSettings, TestMailAnswer } from "../../shared/desk.ts";
import type { MailPage } from "../../shared/mails.ts";
import {
  listMailsInput,
  oneMail,
  testMailInput,
  updateMailInput,
} from "../../shared/schemas/mails.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { type Context, procedureFor, router } from "../rpc/trpc.ts";
import {
  readMailSettings,
  typedMailConfig,
  updateMailSettings,
} from "../settings/mail-settings.ts";
import { listMails, tryMailAgain } from "./sent-mails.ts";
import { mailSettings, sendTestMail } from "./test-mail.ts";

const sender = procedureFor("desk.write");

export const mailsRouter = router({
  settings: procedureFor("mail.read").query(
    async ({ ctx }): Promise<MailSettings & StoredMailSettings> => ({
      ...mailSettings(ctx.services.desk.mail),
      ...(await readMailSettings(ctx.db, ctx.services.config)),
    }),
  ),
  update: doneOnce(sender, updateMailInput, async (ctx, input, requestId) => {
    const { encryption, desk } = ctx.services;
    const done = await updateMailSettings({ ...ctx, encryption }, input, requestId);
    await desk.refresh();
    return done;
  }),
  sendTest: sender
    .input(testMailInput)
    .mutation(async ({ ctx, input }): Promise<TestMailAnswer> => {
      const { encryption, config, desk } = ctx.services;
      const typed = input && (await typedMailConfig({ ...ctx, encryption }, config, input));
      return await sendTestMail(ctx, typed ?? desk.mail);
    }),
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
  return services.desk.sendsMail;
}
