import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { findTokenHolder, type TokenHolder } from "../auth/api-tokens.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { Services } from "../services.ts";
import { createRateLimit, type Left, type RateLimit } from "./limits.ts";
import type { ApiDeps, Operation } from "./operation.ts";

export interface ApiLimits {
  calls: RateLimit;
  searches: RateLimit;
  /** Wrong tokens of one network. */
  wrong: RateLimit;
}

export function createApiLimits(): ApiLimits {
  return {
    calls: createRateLimit({ burst: 100, perMinute: 600 }),
    searches: createRateLimit({ burst: 60, perMinute: 60 }),
    wrong: createRateLimit({ burst: 20, perMinute: 20 }),
  };
}

type Needed = Pick<Operation, "scope" | "capability" | "searches">;

interface Asking {
  /** The header Authorization. */
  authorization: string | undefined;
  ipAddress: string;
  network: string;
  requestId: string;
  /** It has a query, so it is counted as a search. */
  hasQuery: boolean;
}

/** The token's owner, if the token allows this call. */
export async function authenticate(
  services: Services,
  limits: ApiLimits,
  asking: Asking,
  { scope, capability, searches }: Needed,
  onCounted: (left: Left) => void,
): Promise<ApiDeps> {
  const now = services.now();
  const holder = await holderOf(services, limits, asking, now);
  const { actor, credential } = holder;
  onCounted(limits.calls.take(credential.id, now.getTime()));
  if (scope !== null && !credential.scopes.includes(scope)) {
    throw new AppError("scope_missing", { message: `This token lacks the scope ${scope}.` });
  }
  if (capability && !can(actor, capability)) throw new AppError("forbidden");
  if (isSearch(searches, asking)) limits.searches.take(credential.id, now.getTime());
  return {
    db: services.db,
    actor,
    // What this call needs must still be there when it writes.
    credential: { ...credential, scopes: scope === null ? [] : [scope] },
    now,
    requestId: asking.requestId,
    network: asking.network,
    handlers: jobHandlers,
    holder,
    services,
  };
}

export function isSearch(
  searches: Operation["searches"],
  { hasQuery }: Pick<Asking, "hasQuery">,
): boolean {
  return searches === "always" || (searches === "with-query" && hasQuery);
}

async function holderOf(
  { db }: Services,
  limits: ApiLimits,
  { authorization = "", ipAddress, network }: Asking,
  now: Date,
): Promise<TokenHolder> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw new AppError("token_invalid");
  limits.wrong.check(network, now.getTime());
  const holder = await findTokenHolder(db, { token, ipAddress, network, now });
  if (holder) return holder;
  limits.wrong.take(network, now.getTime());
  throw new AppError("token_invalid");
}
