import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import { day } from "./dashboard.ts";
import { atMost, pageDirection, uuid } from "./text.ts";
import { timeZone } from "./time-zone.ts";

const word = z.string().check(atMost(60), z.regex(/^[a-z][a-z.-]*$/));

const filter = {
  actorId: z.optional(uuid),
  /** A whole action, or its beginning up to the dot: `session` for all actions on sessions. */
  act: z.optional(word),
  subject: z.optional(word),
  subjectId: z.optional(uuid),
  from: z.optional(day),
  to: z.optional(day),
  timeZone: z.optional(timeZone),
};

export const auditFilter = z.strictObject(filter);
export const listAuditInput = z.strictObject({
  ...filter,
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});

export type ListAuditInput = z.infer<typeof listAuditInput>;
