import * as z from "zod/mini";
import { uuid } from "../../shared/schemas/text.ts";
import {
  countUsersInput,
  createUserInput,
  listUsersInput,
  requestResetInput,
  updateUserInput,
} from "../../shared/schemas/users.ts";
import type { User } from "../../shared/users.ts";
import { procedureFor, router } from "../trpc.ts";
import { createUser, deleteUser, resetByAdmin, updateUser } from "./commands.ts";
import { countUsers, listUsers } from "./queries.ts";

const reading = procedureFor("user.read");
const writing = procedureFor("user.write");

export const usersRouter = router({
  list: reading.input(listUsersInput).query(({ ctx, input }) => listUsers(ctx, input)),
  count: reading.input(countUsersInput).query(({ ctx, input }) => countUsers(ctx, input)),
  create: writing.input(createUserInput).mutation(
    async ({ ctx, input }): Promise<{ user: User; mailed: boolean }> => ({
      user: await createUser(ctx, input),
      mailed: ctx.services.config.smtpUrl !== null,
    }),
  ),
  update: writing.input(updateUserInput).mutation(
    async ({ ctx, input: { id, ...patch } }): Promise<{ user: User }> => ({
      user: await updateUser(ctx, id, patch),
    }),
  ),
  delete: writing
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => deleteUser(ctx, input.id)),
  resetByAdmin: writing
    .input(requestResetInput)
    .mutation(({ ctx, input }) => resetByAdmin(ctx, input)),
});
