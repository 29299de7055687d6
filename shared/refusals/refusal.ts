const trpcCodes = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  408: "TIMEOUT",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const;

type Status = keyof typeof trpcCodes;

/** What goes wrong in one way: its HTTP status, tRPC code and the words people see. */
interface CatalogueEntry<S extends Status = Status> {
  status: S;
  trpc: (typeof trpcCodes)[S];
  message: string;
}

export function refusal<S extends Status>(status: S, message: string): CatalogueEntry<S> {
  return { status, trpc: trpcCodes[status], message };
}

/** Its words name what it is about, and whoever throws it must tell. */
export function telling<S extends Status, Told>(
  status: S,
  message: string,
  say: (told: Told) => string,
): CatalogueEntry<S> & { say: (told: Told) => string } {
  return { ...refusal(status, message), say };
}

/** Whoever throws it may have better words. */
export function worded<S extends Status>(
  status: S,
  message: string,
): CatalogueEntry<S> & { isWorded: true } {
  return { ...refusal(status, message), isWorded: true };
}
