import { lookup } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import { type AddressRange, createRangeCheck, kindOfAddress } from "./outbound-addresses.ts";

/** Requests to addresses that users can choose, such as webhooks, remote images and OAuth servers. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>;

interface GuardedRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole request: name, connection and answer. */
  timeoutMs: number;
  /** How much of the answer is read. */
  maxBytes: number;
  /** What happens to a longer answer; by default the request fails. */
  whenLonger?: "fail" | "cut";
  signal?: AbortSignal;
}

/** Any status: a redirect is not followed. */
export interface GuardedAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** The answer was longer than what is here. */
  isCut: boolean;
}

/** Why there is no answer. The words are shown to the person who entered the address. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "OutboundError";
  }
}

type OutboundReason =
  | "address_invalid"
  | "address_refused"
  | "not_encrypted"
  | "name_unknown"
  | "certificate"
  | "no_connection"
  | "timeout"
  | "too_large"
  | "aborted";

interface GuardOptions {
  /** Private networks that can be reached. */
  allowPrivate: readonly AddressRange[];
  /** Whether unencrypted requests can leave for public addresses; by default only to allowed private ones. */
  unencrypted?: boolean;
  /** Returns all addresses of a name. */
  resolve?: (name: string) => Promise<string[]>;
}

/**
 * Resolves the name once, refuses it if any of its addresses is not allowed, and connects to one of them: a name
 * that changes its address in between cannot lead elsewhere.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const { unencrypted = false, resolve = resolveAll } = options;
  const isAllowedPrivate = createRangeCheck(options.allowPrivate);
  return async (text, request) => {
    const url = parseTarget(text);
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    const end = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    end.catch(() => {});
    try {
      const addresses = await Promise.race([addressesOf(url, resolve), end]);
      for (const address of addresses) {
        const kind = kindOfAddress(address);
        const isPrivate = kind === "private" && isAllowedPrivate(address);
        if (kind !== "public" && !isPrivate) {
          throw new OutboundError("address_refused", refusedWords(url.hostname, kind));
        }
        if (url.protocol === "http:" && !isPrivate && !unencrypted) {
          throw new OutboundError("not_encrypted", "Only https addresses are allowed.");
        }
      }
      return await Promise.race([connect(url, addresses, request, signal), end]);
    } catch (error) {
      throw outboundErrorOf(error, url, { deadline, timeoutMs: request.timeoutMs, signal });
    }
  };
}

function refusedWords(name: string, kind: "private" | "never"): string {
  const words = `${name} leads to an internal network, which outgoing requests can't reach.`;
  return kind === "never" ? words : `${words} OUTBOUND_ALLOW_PRIVATE can allow it.`;
}

function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new OutboundError("address_invalid", "This isn't a valid web address.");
}

async function addressesOf(url: URL, resolve: (name: string) => Promise<string[]>) {
  const name = nameOf(url);
  if (isIP(name)) return [name];
  const addresses = await resolve(name).catch((error) => {
    throw new OutboundError("name_unknown", `${name} has no address.`, { cause: error });
  });
  if (addresses.length === 0) {
    throw new OutboundError("name_unknown", `${name} has no address.`);
  }
  // Many machines have no connection by IPv6, but every answer is checked.
  return addresses.toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
}

/** Without the brackets of IPv6. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

async function resolveAll(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}

const mostAddresses = 3;

/** The next address is tried only if there was no connection to the last one. */
async function connect(
  url: URL,
  addresses: readonly string[],
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  for (const [index, address] of addresses.slice(0, mostAddresses).entries()) {
    const isLast = index === Math.min(addresses.length, mostAddresses) - 1;
    const response = await send(url, address, request, signal).catch((error) => {
      if (isLast || !unconnected.has(codeOf(error))) throw error;
      return null;
    });
    if (response) return await readAnswer(response, request);
  }
  throw new OutboundError("no_connection", `${url.hostname} can't be reached.`);
}

const unconnected = new Set([
  "ConnectionRefused",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
]);

async function send(
  url: URL,
  address: string,
  { method = "GET", headers = {}, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<Response> {
  const pinned = new URL(url);
  pinned.hostname = isIPv4(address) ? address : `[${address}]`;
  const name = nameOf(url);
  return await fetch(pinned, {
    method,
    // Asking for no compression: a small answer cannot unfold into a huge one.
    headers: { ...headers, Host: url.host, "Accept-Encoding": "identity" },
    body,
    signal,
    redirect: "manual",
    decompress: false,
    // Connections are pooled by address, and this one was opened for this name.
    keepalive: false,
    ...(isIP(name) ? {} : { tls: { serverName: name } }),
  });
}

async function readAnswer(
  { status, headers, body }: Response,
  { maxBytes, whenLonger = "fail" }: GuardedRequest,
): Promise<GuardedAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  while (reader && size <= maxBytes) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const isCut = size > maxBytes;
  if (isCut) {
    await reader?.cancel();
    if (whenLonger === "fail") {
      throw new OutboundError("too_large", "The answer is too large.");
    }
  }
  const read = Buffer.concat(chunks, Math.min(size, maxBytes));
  return { status, headers, body: new Uint8Array(read), isCut };
}

interface Limits {
  deadline: AbortSignal;
  timeoutMs: number;
  signal: AbortSignal;
}

function outboundErrorOf(
  error: unknown,
  { hostname }: URL,
  { deadline, timeoutMs, signal }: Limits,
): OutboundError {
  if (error instanceof OutboundError) return error;
  const fail = (reason: OutboundReason, words: string) =>
    new OutboundError(reason, words, { cause: error });
  if (deadline.aborted) {
    return fail("timeout", `${hostname} did not answer within ${timeoutMs / 1000} s.`);
  }
  if (signal.aborted) return fail("aborted", "The request was cancelled.");
  const code = codeOf(error);
  if (/CERT|TLS|SSL|SIGNED|ISSUER|VERIFY/.test(code)) {
    return fail("certificate", `The certificate of ${hostname} is not valid (${code}).`);
  }
  const words = unconnected.has(code) ? "can't be reached" : "closed the connection";
  return fail("no_connection", `${hostname} ${words}${code ? ` (${code})` : ""}.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
