import {
  createMailboxInput,
  findTestMailInput,
  listHeldInput,
  listReceivedInput,
  oneMailboxInput,
  pauseMailboxInput,
  receivedDaysInput,
  signInMailboxInput,
  testMailboxInput,
  updateMailboxInput,
} from "../../../shared/schemas/mailboxes.ts";
import { doneOnce } from "../../rpc/done-once.ts";
import { type ActingContext, type Context, procedureFor, router } from "../../rpc/trpc.ts";
import { stillActing } from "../../still-acting.ts";
import {
  compareMailbox,
  createMailbox,
  makeMailboxKey,
  pauseMailbox,
  removeMailbox,
  retryMailbox,
  updateMailbox,
} from "./commands.ts";
import { beginSignIn } from "./oauth-sign-in.ts";
import { getMailbox, listMailboxes } from "./queries.ts";
import { countHeld, listHeld, listReceived, listReceivedDays } from "./received.ts";
import { testMailbox } from "./test-connection.ts";
import { findMailboxTest, sendMailboxTest } from "./test-mail.ts";

const superAdmin = procedureFor("mailbox.write");
const staff = procedureFor("mail.held");

export const mailboxesRouter = router({
  list: superAdmin.query(({ ctx }) => listMailboxes(queryDeps(ctx))),
  get: superAdmin
    .input(oneMailboxInput)
    .query(({ ctx, input }) => getMailbox(queryDeps(ctx), input.id)),
  receivedDays: superAdmin
    .input(receivedDaysInput)
    .query(({ ctx, input }) => listReceivedDays(ctx, input.timeZone)),
  received: superAdmin.input(listReceivedInput).query(({ ctx, input }) => listReceived(ctx, input)),
  held: staff.input(listHeldInput).query(({ ctx, input }) => listHeld(ctx, input)),
  heldCount: staff.query(({ ctx }) => countHeld(ctx)),
  test: superAdmin.input(testMailboxInput).mutation(async ({ ctx, input }) => {
    const { db, now } = await stillActing(ctx);
    const { encryption, guardedFetch } = ctx.services;
    return await testMailbox({ db, encryption, guardedFetch, now: () => now }, input);
  }),
  sendTest: superAdmin
    .input(oneMailboxInput)
    .mutation(async ({ ctx, input }) =>
      sendMailboxTest(withServices(await stillActing(ctx)), input),
    ),
  findTest: superAdmin
    .input(findTestMailInput)
    .mutation(async ({ ctx, input }) =>
      findMailboxTest(withServices(await stillActing(ctx)), input),
    ),
  create: doneOnce(superAdmin, createMailboxInput, (ctx, input, key) =>
    createMailbox({ ...ctx, encryption: ctx.services.encryption }, input, key),
  ),
  update: doneOnce(superAdmin, updateMailboxInput, (ctx, input, key) =>
    updateMailbox({ ...ctx, encryption: ctx.services.encryption }, input, key),
  ),
  makeKey: superAdmin
    .input(oneMailboxInput)
    .mutation(({ ctx, input }) => makeMailboxKey(ctx, input.id)),
  signIn: superAdmin.input(signInMailboxInput).mutation(async ({ ctx, input }) => {
    const { encryption, desk } = ctx.services;
    return await beginSignIn({ ...ctx, encryption, baseUrl: desk.mail.baseUrl }, input);
  }),
  pause: superAdmin.input(pauseMailboxInput).mutation(({ ctx, input }) => pauseMailbox(ctx, input)),
  retry: superAdmin
    .input(oneMailboxInput)
    .mutation(({ ctx, input }) => retryMailbox(ctx, input.id)),
  compare: superAdmin
    .input(oneMailboxInput)
    .mutation(({ ctx, input }) => compareMailbox(ctx, input.id)),
  remove: doneOnce(superAdmin, oneMailboxInput, (ctx, { id }, key) => removeMailbox(ctx, id, key)),
});

function withServices(ctx: ActingContext) {
  const { encryption, guardedFetch, files, desk } = ctx.services;
  return { ...ctx, encryption, guardedFetch, files, config: desk.mail };
}

function queryDeps({ db, services }: Pick<Context, "db" | "services">) {
  return { db, isReading: services.config.mailReading };
}
