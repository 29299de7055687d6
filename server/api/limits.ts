import { AppError } from "../../shared/errors.ts";

interface Rate {
  /** The most calls at once. */
  burst: number;
  perMinute: number;
}

export interface Left {
  limit: number;
  remaining: number;
  /** Seconds until nothing is used. */
  reset: number;
}

export interface RateLimit {
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
export function createRateLimit({ burst, perMinute }: Rate): RateLimit {
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
