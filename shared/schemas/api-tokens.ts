import * as z from "zod/mini";
import { allTokenScopes, tokenDays, tokenLimits } from "../api-tokens.ts";
import { companyScopes, userLimits } from "../users.ts";
import { line, uuid } from "./text.ts";

const common = {
  name: line(tokenLimits.name),
  scopes: z.array(z.enum(allTokenScopes)).check(z.minLength(1), z.maxLength(allTokenScopes.length)),
  /** Null for a token that does not expire. */
  days: z.nullable(z.literal(tokenDays)),
  /** Networks from which it can be used, such as 192.0.2.0/24; empty for any. */
  ipRanges: z._default(
    z.array(z.union([z.cidrv4(), z.cidrv6()])).check(z.maxLength(tokenLimits.ipRanges)),
    [],
  ),
};

export const createTokenInput = z.strictObject(common);
export type CreateTokenInput = z.infer<typeof createTokenInput>;

export const createAppTokenInput = z.strictObject({
  ...common,
  role: z.enum(["Super Admin", "Agent"]),
  /** For an Agent: all companies, or the ones listed. */
  companyScope: z.optional(z.enum(companyScopes)),
  companyIds: z._default(z.array(uuid).check(z.maxLength(userLimits.companies)), []),
});
export type CreateAppTokenInput = z.infer<typeof createAppTokenInput>;

export const revokeTokenInput = z.strictObject({ id: uuid });
