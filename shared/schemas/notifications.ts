import * as z from "zod/mini";
import { notificationKinds } from "../notifications.ts";
import { pageDirection, uuid } from "./text.ts";

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

export const listBellInput = z.strictObject({
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  direction: pageDirection,
});
export type ListBellInput = z.infer<typeof listBellInput>;

/** Some, or all. */
export const markBellInput = z.union([
  z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(100)) }),
  /** `newest`: the latest one seen; later ones stay unread. */
  z.strictObject({ all: z.literal(true), newest: z.optional(uuid) }),
]);
export type MarkBellInput = z.infer<typeof markBellInput>;
