import * as z from "zod/mini";
import { roles } from "../access.ts";
import { jobLimits } from "../jobs.ts";
import { companyScopes, userLimits } from "../users.ts";
import { uuid } from "./text.ts";

export const userBulkInput = z.strictObject({
  requestId: uuid,
  act: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("role"),
      role: z.enum(roles),
      companyScope: z.optional(z.enum(companyScopes)),
      companyIds: z.optional(z.array(uuid).check(z.maxLength(userLimits.companies))),
    }),
    z.strictObject({
      kind: z.literal("add-company"),
      companyId: uuid,
      seesAllTickets: z.optional(z.boolean()),
    }),
    z.strictObject({ kind: z.literal("remove-company"), companyId: uuid }),
    z.strictObject({ kind: z.literal("invite") }),
    z.strictObject({ kind: z.literal("state"), state: z.enum(["disabled", "active"]) }),
  ]),
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobLimits.items)),
});
export type UserBulkInput = z.infer<typeof userBulkInput>;
