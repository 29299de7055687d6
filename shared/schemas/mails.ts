import * as z from "zod/mini";
import type { MailFields } from "../desk.ts";
import { mailboxLimits, mailSecurities } from "../mailboxes.ts";
import { mailStates } from "../mails.ts";
import { pageLimit } from "../paging.ts";
import { host, password } from "./mailboxes.ts";
import { atMost, line, pageDirection, uuid } from "./text.ts";

export const listMailsInput = z.strictObject({
  state: z.optional(z.enum(mailStates)),
  userId: z.optional(uuid),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export const oneMail = z.strictObject({ id: uuid });
export type ListMailsInput = z.infer<typeof listMailsInput>;

const mailAddresses = 320;

/** As MAIL_FROM and MAIL_REPLY_TO are written. */
const mailbox = z.string().check(
  z.trim(),
  atMost(mailAddresses),
  z.refine((text) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text), {
    error: "Enter an address such as desk@example.com or Desk <desk@example.com>.",
  }),
);

const origin = z.string().check(
  z.trim(),
  atMost(300),
  z.refine((text) => /^https?:\/\/[^\s/?#@]+\/?$/i.test(text) && URL.canParse(text), {
    error: "Enter an address such as https://desk.example.com, without a path.",
  }),
  z.overwrite((text) => URL.parse(text)?.origin ?? text),
);

const fields = {
  host: z.union([z.literal(""), host]),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(mailSecurities),
  login: line(mailboxLimits.login, 0),
  sender: z.nullable(mailbox),
  replyTo: z.nullable(mailbox),
  baseUrl: z.nullable(origin),
} satisfies Record<keyof MailFields, z.ZodMiniType>;

/** Without a password the stored one stays. `base` is what the person saw. */
export const updateMailInput = z.strictObject({
  set: z.partial(z.strictObject(fields)),
  base: z.partial(z.strictObject(fields)),
  password: z.optional(password),
});
export type UpdateMailInput = z.infer<typeof updateMailInput>;

/** The settings as they are typed, before they are saved. */
export const testMailInput = z.optional(
  z.strictObject({ fields: z.strictObject(fields), password: z.optional(password) }),
);
