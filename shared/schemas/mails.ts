import * as z from "zod/mini";
import { mailStates } from "../mails.ts";
import { pageLimit } from "../paging.ts";
import { pageDirection, uuid } from "./text.ts";

export const listMailsInput = z.strictObject({
  state: z.optional(z.enum(mailStates)),
  userId: z.optional(uuid),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export const oneMail = z.strictObject({ id: uuid });
export type ListMailsInput = z.infer<typeof listMailsInput>;
