import { asciiOf, longestAddress } from "./mail-domains.ts";

/** Addresses without quoted parts, at a fully qualified host. */
export const mailAddress =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,57}[a-z0-9])$/i;

/** Non-ASCII domains are stored in their mail form (Punycode), like those of companies. */
export function canonicalAddress(typed: string): string {
  if (typed.length > longestAddress) return typed;
  const at = typed.lastIndexOf("@") + 1;
  const host = typed.slice(at);
  if (at === 0 || /^\p{ASCII}*$/u.test(host) || /[\s/:?#\\]/.test(host)) return typed;
  return typed.slice(0, at) + (asciiOf(host) ?? host);
}
