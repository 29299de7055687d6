import type { MailPage } from "../../shared/mails.ts";
import { listMailsInput } from "../../shared/schemas/mails.ts";
import { procedureFor, router } from "../trpc.ts";
import { listMails } from "./queries.ts";

export const mailsRouter = router({
  list: procedureFor("mail.read")
    .input(listMailsInput)
    .query(({ ctx, input }): Promise<MailPage> => {
      const sending = ctx.services.config.smtpUrl !== null;
      return listMails({ db: ctx.db, sending }, input);
    }),
});
