import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import { pageDirection } from "./text.ts";

export const listMailsInput = z.strictObject({
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export type ListMailsInput = z.infer<typeof listMailsInput>;
