import { Resolver } from "node:dns/promises";
import { dkimVerify } from "mailauth/lib/dkim/verify";

/** For all keys of a mail together. */
const dnsMs = 5_000;
/** A mail with more signatures counts as unsigned: each costs time. */
const mostSignatures = 10;

interface DkimOptions {
  /** Name servers, `address:port`; those of the system by default. */
  dnsServers?: readonly string[] | undefined;
  dnsMs?: number;
}

/**
 * The domains with a valid DKIM signature over this mail, in lower case. A key that cannot be read in time
 * leaves its domain out, so a failure of the DNS proves nothing.
 */
export async function findSigningDomains(
  raw: Uint8Array,
  options: DkimOptions = {},
): Promise<string[]> {
  if (!isWorthChecking(raw)) return [];
  const { fromFields, results } = await dkimVerify(Buffer.from(raw), {
    strict: true,
    resolver: keyReader(options),
  });
  // With a second From, a mail can show another sender than the signed one.
  if (fromFields !== 1) return [];
  return results.flatMap(({ status: { result, underSized, testing }, signingDomain }) => {
    // Not of one that leaves out the end of the text, or whose domain is still trying it out.
    const isValid = result === "pass" && !underSized && !testing;
    return isValid && signingDomain ? [signingDomain.toLowerCase()] : [];
  });
}

const headerLength = 256 * 1024;

function isWorthChecking(raw: Uint8Array): boolean {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, headerLength));
  const head = text.toString("latin1").split(/\r?\n\r?\n/, 1)[0] ?? "";
  const count = head.match(/^(?:dkim-signature|arc-message-signature)[ \t]*:/gim)?.length ?? 0;
  return count > 0 && count <= mostSignatures;
}

function keyReader({ dnsServers, dnsMs: allMs = dnsMs }: DkimOptions) {
  const resolver = new Resolver();
  if (dnsServers) resolver.setServers(dnsServers);
  const deadline = performance.now() + allMs;
  return async (name: string): Promise<string[][]> => {
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      const leftMs = Math.max(0, deadline - performance.now());
      const error = Object.assign(new Error("The DNS took too long"), { code: "ETIMEOUT" });
      timer = setTimeout(() => reject(error), leftMs);
    });
    try {
      const records = await Promise.race([resolver.resolveTxt(name), late]);
      // Bun returns the pieces of one long record as separate records.
      return [[records.flat().join("")]];
    } finally {
      clearTimeout(timer);
    }
  };
}
