import { BlockList, isIP, isIPv4 } from "node:net";

/** A network such as 10.0.0.0/8. */
export interface AddressRange {
  network: string;
  prefix: number;
}

/** Parses 10.0.0.0/8, fd00::/8 or a single address; null if it is neither. */
export function parseAddressRange(text: string): AddressRange | null {
  const [network = "", bits, ...rest] = text.split("/");
  const most = isIP(network) === 6 ? 128 : 32;
  if (isIP(network) === 0 || network.includes("%") || rest.length > 0) return null;
  if (bits === undefined) return { network, prefix: most };
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return prefix <= most ? { network, prefix } : null;
}

/** Reserved for this machine, private networks, documentation and tests. OUTBOUND_ALLOW_PRIVATE can except them. */
const privateRanges = blockListOf([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "::1/128",
  "100::/64",
  "2001:db8::/32",
  "3fff::/20",
  "fc00::/7",
  "fec0::/10",
]);

/**
 * Never reached, whatever the settings say: link-local, multicast and unspecified addresses, the metadata
 * services of cloud providers, and IPv6 notations that lead to an IPv4 address.
 */
const neverRanges = blockListOf([
  "0.0.0.0/8",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "192.0.0.192/32",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "2001::/32",
  "2002::/16",
  "fd00:ec2::254/128",
  "fe80::/10",
  "ff00::/8",
]);

function blockListOf(ranges: readonly (string | AddressRange)[]): BlockList {
  const list = new BlockList();
  for (const each of ranges) {
    const range = typeof each === "string" ? parseAddressRange(each) : each;
    if (!range) throw new Error(`${each} is not a range of addresses`);
    list.addSubnet(range.network, range.prefix, familyOf(range.network));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

type AddressKind = "public" | "private" | "never";

/** Tells whether an outgoing connection to the address is allowed always, by OUTBOUND_ALLOW_PRIVATE, or never. */
export function kindOfAddress(address: string): AddressKind {
  if (isIP(address) === 0 || address.includes("%") || hidesIpv4(address)) return "never";
  const family = familyOf(address);
  if (neverRanges.check(address, family)) return "never";
  return privateRanges.check(address, family) ? "private" : "public";
}

/** ::ffff:127.0.0.1 and ::127.0.0.1, in any spelling. */
function hidesIpv4(address: string): boolean {
  if (isIPv4(address)) return false;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return canonical.startsWith("::ffff:") || /^::[0-9a-f]{1,4}:[0-9a-f]{1,4}$/.test(canonical);
}

/** Whether a private address is in one of the ranges. */
export function createRangeCheck(ranges: readonly AddressRange[]): (address: string) => boolean {
  const list = blockListOf(ranges);
  return (address) => list.check(address, familyOf(address));
}
