const wellFormedId = /^[\w.:+/=-]{8,64}$/;
const wellFormedTrace = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The proxy's id of a request, if it sent one that can be written to a log; otherwise a new one. */
export function requestIdOf(header: string | undefined): string {
  return header && wellFormedId.test(header) ? header : Bun.randomUUIDv7();
}

/** The id of the trace that a W3C `traceparent` names. */
export function traceIdOf(header: string | undefined): string | undefined {
  return wellFormedTrace.exec(header ?? "")?.[1];
}
