import * as z from "zod/mini";
import { isStaff } from "../../shared/access.ts";
import type { DeskTheme } from "../../shared/desk.ts";
import { AppError } from "../../shared/errors.ts";
import type { NotificationChoices } from "../../shared/notifications.ts";
import { setNotificationChoiceInput } from "../../shared/schemas/notifications.ts";
import { uuid } from "../../shared/schemas/text.ts";
import {
  answerAddressChangeInput,
  changePasswordInput,
  choosePasswordInput,
  firstAdminInput,
  readLinkInput,
  requestResetInput,
  updateProfileInput,
} from "../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import { type DemoAccount, demoAccounts } from "../demo/accounts.ts";
import { getNotificationChoices, setNotificationChoice } from "../notifications/choices.ts";
import { publicProcedure, router, signedInProcedure } from "../rpc/trpc.ts";
import { answerAddressChange } from "./address-change.ts";
import { changePassword } from "./change-password.ts";
import { awaitsFirstAdmin, createFirstAdmin } from "./first-admin.ts";
import { describeLink } from "./links.ts";
import { choosePassword, requestReset } from "./password-reset.ts";
import { updateProfile } from "./profile.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";

interface CurrentSession {
  user: ViewerProfile | null;
  desk: DeskTheme & {
    /** For staff: after how many hours a customer's ticket is overdue. */
    overdueHours: number | null;
    demoAccounts: DemoAccount[];
    awaitsFirstAdmin: boolean;
  };
}

export const sessionRouter = router({
  // A first visit is not an expired session: 200 and no user. An expired cookie gets 401 once.
  current: publicProcedure.query(async ({ ctx }): Promise<CurrentSession> => {
    if (ctx.deadCookie) throw new AppError("session_expired");
    const { desk, db } = ctx.services;
    const user = ctx.signedIn?.viewer ?? null;
    const { name, logo, colours, sendsMail } = desk;
    return {
      user,
      desk: {
        name,
        logo,
        colours,
        sendsMail,
        overdueHours: user && isStaff(user) ? desk.overdueHours : null,
        demoAccounts: desk.isDemo ? demoAccounts : [],
        awaitsFirstAdmin: user === null && (await awaitsFirstAdmin(db)),
      },
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
  // A mutation, because a query would put the token in the address, which is logged.
  readLink: publicProcedure
    .input(readLinkInput)
    .mutation(({ ctx, input }) => describeLink(ctx, input.token)),
  choosePassword: publicProcedure
    .input(choosePasswordInput)
    .mutation(({ ctx, input }) => choosePassword(ctx, input)),
  answerAddressChange: publicProcedure
    .input(answerAddressChangeInput)
    .mutation(({ ctx, input }) => answerAddressChange(ctx, input)),
  createFirstAdmin: publicProcedure
    .input(firstAdminInput)
    .mutation(({ ctx, input }) => createFirstAdmin(ctx, input)),
  notificationChoices: signedInProcedure.query(
    ({ ctx }): Promise<NotificationChoices> => getNotificationChoices(ctx),
  ),
  setNotificationChoice: signedInProcedure
    .input(setNotificationChoiceInput)
    .mutation(({ ctx, input }): Promise<NotificationChoices> => setNotificationChoice(ctx, input)),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
});
