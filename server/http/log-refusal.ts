import type { ErrorCode } from "../../shared/errors.ts";
import { isOutOfSpace } from "../db/connection/client.ts";
import { isLineDue } from "../log-limit.ts";
import { reasonOf } from "../reason-of.ts";
import type { Services } from "../services.ts";
import type { Http } from "./env.ts";
import { toRefusal } from "./errors.ts";

/** What an operator should know about a refusal; `place` is the path or procedure. */
export function logRefusal(c: Http, services: Services, error: unknown, place: string): void {
  const { unexpected, status, code } = toRefusal(error);
  const fields = { requestId: c.get("requestId"), traceId: c.get("traceId"), place };
  if (isOutOfSpace(causeOf(error))) services.health.ranOutOfSpace();
  if (unexpected !== undefined) services.log.error("request.failed", fields, unexpected);
  else if (status === 503) {
    services.log.warn("request.unavailable", { ...fields, reason: reasonOf(error) });
  } else if (worthWatching.has(code)) {
    const userId = c.get("signedIn")?.actor.id ?? null;
    const due = userId ? { more: 0 } : isLineDue(services.log, c.get("network"), services.now());
    if (!due) return;
    const more = due.more > 0 ? due.more : undefined;
    services.log.warn("request.refused", { ...fields, code, userId, more });
  }
}

/** The database's own error, where it was made into an answer. */
function causeOf(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; depth < 4 && cause instanceof Error && cause.cause; depth += 1) {
    if (isOutOfSpace(cause)) break;
    cause = cause.cause;
  }
  return cause;
}

/** Rare for honest people, frequent for attackers. */
const worthWatching = new Set<ErrorCode>([
  "forbidden",
  "forgery",
  "foreign_origin",
  "too_many_attempts",
]);
