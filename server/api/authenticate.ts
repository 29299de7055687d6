import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { findTokenHolder, type TokenHolder } from "../auth/api-tokens.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { Services } from "../services.ts";

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

interface Rate {
  /** The most calls at once. */
  burst: number;
  perMinute: number;
}

interface Left {
  limit: number;
  remaining: number;
  /** Seconds until nothing is used. */
  reset: number;
}

interface RateLimit {
  /** Takes one call, or refuses with the time to wait. */
  take(key: string, now: number): Left;
  /** Refuses without taking anything. */
  check(key: string, now: number): void;
}

interface Bucket {
  left: number;
  at: number;
}

/** Buckets that fill again at a steady rate. Counted per server process, so that a check costs nothing. */
function createRateLimit({ burst, perMinute }: Rate): RateLimit {
  const buckets = new Map<string, Bucket>();

  function bucketAt(key: string, now: number): Bucket {
    const known = buckets.get(key);
    if (known) {
      const refilled = Math.max(0, now - known.at) * (perMinute / 60_000);
      known.left = Math.min(burst, known.left + refilled);
      known.at = now;
      return known;
    }
    if (buckets.size >= mostBuckets) {
      for (const oldest of [...buckets.keys()].slice(0, mostBuckets / 2)) buckets.delete(oldest);
    }
    const bucket = { left: burst, at: now };
    buckets.set(key, bucket);
    return bucket;
  }

  function refuseIfEmpty({ left }: Bucket): void {
    if (left >= 1) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
    throw new AppError("rate_limited", { retryAfterSeconds });
  }

  return {
    take(key, now) {
      const bucket = bucketAt(key, now);
      refuseIfEmpty(bucket);
      bucket.left -= 1;
      return {
        limit: burst,
        remaining: Math.floor(bucket.left),
        reset: Math.ceil(((burst - bucket.left) * 60) / perMinute),
      };
    },
    check(key, now) {
      refuseIfEmpty(bucketAt(key, now));
    },
  };
}

const mostBuckets = 10_000;
