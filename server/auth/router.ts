import * as z from "zod/mini";
import { AppError } from "../../shared/errors.ts";
import { uuid } from "../../shared/schemas/text.ts";
import {
  changePasswordInput,
  choosePasswordInput,
  firstAdminInput,
  readLinkInput,
  requestResetInput,
  updateProfileInput,
} from "../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import { type DemoAccount, demoAccounts } from "../db/demo/accounts.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";
import {
  changePassword,
  choosePassword,
  createFirstAdmin,
  endOtherSessions,
  endSession,
  listSessions,
  requestReset,
} from "./commands.ts";
import { describeLink } from "./describe-link.ts";
import { updateProfile } from "./profile.ts";

export interface CurrentSession {
  user: ViewerProfile | null;
  desk: { name: string; demoAccounts: DemoAccount[] };
}

export const sessionRouter = router({
  // A first visit is no expired session: nobody, and 200. A dead cookie is: 401, once.
  current: publicProcedure.query(({ ctx }): CurrentSession => {
    if (ctx.deadCookie) throw new AppError("session_expired");
    const { desk } = ctx.services;
    return {
      user: ctx.signedIn?.viewer ?? null,
      desk: { name: desk.name, demoAccounts: desk.isDemo ? demoAccounts : [] },
    };
  }),
  list: signedInProcedure.query(({ ctx }) => listSessions(ctx)),
  end: signedInProcedure
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
  endOthers: signedInProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
});

export const accountRouter = router({
  changePassword: signedInProcedure
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestReset: publicProcedure
    .input(requestResetInput)
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  readLink: publicProcedure
    .input(readLinkInput)
    .query(({ ctx, input }) => describeLink(ctx, input.token)),
  choosePassword: publicProcedure
    .input(choosePasswordInput)
    .mutation(({ ctx, input }) => choosePassword(ctx, input)),
  createFirstAdmin: publicProcedure
    .input(firstAdminInput)
    .mutation(({ ctx, input }) => createFirstAdmin(ctx, input)),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
});
