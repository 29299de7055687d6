import * as z from "zod/mini";
import { notificationKinds } from "../notifications.ts";

export const setNotificationChoiceInput = z
  .strictObject({
    kind: z.enum(notificationKinds),
    bell: z.optional(z.boolean()),
    mail: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ bell, mail }) => bell !== undefined || mail !== undefined, {
      error: "Say what to change: bell or mail.",
    }),
  );
export type SetNotificationChoiceInput = z.infer<typeof setNotificationChoiceInput>;
