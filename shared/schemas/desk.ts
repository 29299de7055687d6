import * as z from "zod/mini";
import { tokenDays } from "../api-tokens.ts";
import { type DeskFields, deskLimits, oldTicketActions, searchLanguages } from "../desk.ts";
import { atMost, line } from "./text.ts";

const whole = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));

const accent = z.string().check(
  atMost(7),
  z.refine((text) => /^#[0-9a-f]{6}$/.test(text), {
    error: "This isn't a colour. Example: #0f766e.",
  }),
);

const fields = z.strictObject({
  name: z.optional(line(deskLimits.name)),
  accent: z.optional(z.nullable(accent)),
  overdueHours: z.optional(whole(deskLimits.overdueHours)),
  autoCloseDays: z.optional(whole(deskLimits.autoCloseDays)),
  language: z.optional(z.enum(searchLanguages)),
  auditMonths: z.optional(z.nullable(whole(deskLimits.auditMonths))),
  oldTickets: z.optional(z.nullable(z.enum(oldTicketActions))),
  oldTicketMonths: z.optional(whole(deskLimits.oldTicketMonths)),
  messagesPerHour: z.optional(whole(deskLimits.perHour)),
  ticketsPerHour: z.optional(whole(deskLimits.perHour)),
  uploadMbPerHour: z.optional(whole(deskLimits.uploadMbPerHour)),
  invitationsPerHour: z.optional(whole(deskLimits.perHour)),
  tokenDays: z.optional(z.nullable(z.literal(tokenDays))),
  customerTokens: z.optional(z.boolean()),
} satisfies Record<keyof DeskFields, z.ZodMiniType>);

/** The new values, and those on screen: a value that someone else changed in the meantime is a conflict. */
export const updateDeskInput = z.strictObject({ set: fields, base: fields });
export type UpdateDeskInput = z.infer<typeof updateDeskInput>;

/** A rule that need not be saved, to count what it would remove. */
export const countOldTicketsInput = z.strictObject({
  action: z.enum(oldTicketActions),
  months: whole(deskLimits.oldTicketMonths),
});
export type CountOldTicketsInput = z.infer<typeof countOldTicketsInput>;

/** After a restore: the emails that waited are sent or skipped. */
export const resumeDeskInput = z.strictObject({ sendMails: z.boolean() });

/** The image as Base64; null removes it. */
export const setLogoInput = z.strictObject({
  picture: z.nullable(
    z
      .string()
      .check(z.maxLength(Math.ceil(deskLimits.logoBytes / 3) * 4, "Logos can be up to 200 KB.")),
  ),
  base: z.nullable(z.string().check(z.maxLength(200))),
});
export type SetLogoInput = z.infer<typeof setLogoInput>;
