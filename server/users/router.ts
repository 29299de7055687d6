import * as z from "zod/mini";
import { undoJobInput } from "../../shared/schemas/jobs.ts";
import { uuid } from "../../shared/schemas/text.ts";
import {
  countUsersInput,
  createCustomerInput,
  createUserInput,
  endUserSessionInput,
  listUsersInput,
  requestResetInput,
  updateUserInput,
  userBulkInput,
} from "../../shared/schemas/users.ts";
import type {
  CopyableLink,
  NewCustomer,
  SessionInfo,
  UpdatedUser,
  User,
  UserHistoryLine,
  UserRecord,
  UserTicketLists,
} from "../../shared/users.ts";
import { cancelAddressChange } from "../auth/address-change.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { changeManyUsers, undoManyUsers } from "./bulk.ts";
import { createCustomer, createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import {
  endAllUserSessions,
  endUserSession,
  getUser,
  listUserHistory,
  listUserSessions,
  listUserTickets,
} from "./details.ts";
import { createUserLink, resendInvitation, resetByAdmin } from "./links.ts";
import { countUsers, listUserIds, listUsers } from "./queries.ts";
import { updateUser } from "./update-user.ts";

const reading = procedureFor("user.read");
const writing = procedureFor("user.write");
const byId = z.strictObject({ id: uuid });

export const usersRouter = router({
  list: reading.input(listUsersInput).query(({ ctx, input }) => listUsers(ctx, input)),
  count: reading.input(countUsersInput).query(({ ctx, input }) => countUsers(ctx, input)),
  ids: reading.input(countUsersInput).query(({ ctx, input }) => listUserIds(ctx, input)),
  get: reading
    .input(byId)
    .query(({ ctx, input }): Promise<UserRecord> => getUser(ctx, input.id, ctx.services.desk.mail)),
  tickets: reading
    .input(byId)
    .query(({ ctx, input }): Promise<UserTicketLists> => listUserTickets(ctx, input.id)),
  history: reading
    .input(byId)
    .query(({ ctx, input }): Promise<UserHistoryLine[]> => listUserHistory(ctx, input.id)),
  sessions: reading
    .input(byId)
    .query(({ ctx, input }): Promise<SessionInfo[]> => listUserSessions(ctx, input.id)),
  create: doneOnce(
    writing,
    createUserInput,
    async (ctx, input, key): Promise<{ user: User; mailed: boolean }> => ({
      user: await createUser(ctx, input, key),
      mailed: ctx.services.desk.sendsMail,
    }),
  ),
  createCustomer: doneOnce(
    procedureFor("ticket.openFor"),
    createCustomerInput,
    async (ctx, input, key): Promise<NewCustomer & { mailed: boolean }> => ({
      ...(await createCustomer(ctx, input, key)),
      mailed: ctx.services.desk.sendsMail,
    }),
  ),
  update: writing.input(updateUserInput).mutation(
    async ({
      ctx,
      input: { id, base, undoes, ...patch },
    }): Promise<UpdatedUser & { mailed: boolean }> => ({
      ...(await updateUser(ctx, id, patch, { base, undoes })),
      mailed: ctx.services.desk.sendsMail,
    }),
  ),
  bulk: writing.input(userBulkInput).mutation(({ ctx, input }) => changeManyUsers(ctx, input)),
  undoBulk: writing.input(undoJobInput).mutation(({ ctx, input }) => undoManyUsers(ctx, input)),
  delete: doneOnce(writing, byId, (ctx, { id }, key) => deleteUser(ctx, id, key)),
  resetByAdmin: writing
    .input(requestResetInput)
    .mutation(({ ctx, input }) => resetByAdmin(ctx, input, ctx.services.desk.mail)),
  resendInvitation: writing
    .input(byId)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input.id, ctx.services.desk.mail)),
  makeLink: writing
    .input(byId)
    .mutation(
      ({ ctx, input }): Promise<CopyableLink> =>
        createUserLink(ctx, ctx.services.desk.mail, input.id),
    ),
  cancelAddressChange: writing
    .input(byId)
    .mutation(({ ctx, input }) => cancelAddressChange(ctx, input.id)),
  endSession: writing
    .input(endUserSessionInput)
    .mutation(({ ctx, input }) => endUserSession(ctx, input)),
  endSessions: writing.input(byId).mutation(({ ctx, input }) => endAllUserSessions(ctx, input.id)),
});
