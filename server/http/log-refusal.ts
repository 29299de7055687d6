import type { ErrorCode } from "../../shared/errors.ts";
import { reasonOf } from "../reason-of.ts";
import type { Services } from "../services.ts";
import type { Http } from "./env.ts";
import { toRefusal } from "./errors.ts";

/** What whoever looks after the desk should know of a refusal; where it was met is `place`. */
export function logRefusal(c: Http, services: Services, error: unknown, place: string): void {
  const { unexpected, status, code } = toRefusal(error);
  const fields = { requestId: c.get("requestId"), place };
  if (unexpected !== undefined) services.log.error("request.failed", fields, unexpected);
  else if (status === 503) {
    services.log.warn("request.unavailable", { ...fields, reason: reasonOf(error) });
  } else if (worthWatching.has(code)) {
    const userId = c.get("signedIn")?.actor.id ?? null;
    services.log.warn("request.refused", { ...fields, code, userId });
  }
}

/** What honest people seldom meet, and whoever tries the doors meets often. */
const worthWatching = new Set<ErrorCode>([
  "forbidden",
  "forgery",
  "foreign_origin",
  "too_many_attempts",
]);
