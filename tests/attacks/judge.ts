import { errorCatalogue } from "../../shared/errors.ts";
import type { Answer } from "../support/visitor.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** Internals that no answer may reveal. */
const insides: [string, RegExp][] = [
  ["a stack", /\n\s+at .+:\d+:\d+|\bat \S+ \(\S+:\d+:\d+\)/],
  [
    "SQL",
    /PostgresError|syntax error at|relation \\?"|column \\?"|violates \w+ constraint|\bkysely\b/i,
  ],
  ["a password's hash", /\$argon2/],
  ["a path of the machine", new RegExp(`${root}|/node_modules/|/home/|file:///(?!etc)`)],
];

/** What is wrong with an answer; null: it reveals only what everyone may know. */
export function faultOf({ status, body, text, headers }: Answer): string | null {
  if (status >= 500) return `the status ${status}`;
  const inside = insides.find(([, pattern]) => pattern.test(text));
  if (inside) return inside[0];
  if (status < 400) return null;
  // A batch is answered by one status of many.
  const refusals: (Refusal | null)[] = [body].flat();
  for (const refusal of refusals) {
    const fault = faultOfRefusal(refusal, refusals.length > 1 ? null : status);
    if (fault) return fault;
  }
  if (!headers.get("Content-Type")?.startsWith("application/json")) return "JSON of another type";
  if (!headers.has("X-Request-Id")) return "a refusal that cannot be found in the log";
  // A user with too many unsent files can retry once they are sent, at an unknown time.
  const waitsForThem = body?.code === "too_many_uploads";
  if (status === 429 && !waitsForThem && !headers.has("Retry-After")) {
    return "no word of when to come again";
  }
  return null;
}

/** In the form of tRPC or REST; its contents are checked. */
interface Refusal {
  error?: { message?: unknown; data?: { code?: unknown } };
  code?: unknown;
  message?: unknown;
}

function faultOfRefusal(refusal: Refusal | null, status: number | null): string | null {
  const data = refusal?.error?.data ?? refusal;
  const known = Object.entries(errorCatalogue).find(([code]) => code === data?.code)?.[1];
  if (!known) return "a refusal that is not in the catalogue";
  if (status !== null && known.status !== status) return `${status} instead of ${known.status}`;
  const message = refusal?.error?.message ?? refusal?.message;
  if (typeof message !== "string" || message.length === 0) return "a refusal without words";
  return null;
}
