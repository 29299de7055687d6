import { isIPv4, isIPv6 } from "node:net";

interface Origin {
  /** One IPv4 address, or the /64 of an IPv6 one, within which one visitor can change addresses freely. */
  ipAddress: string;
  /** The /24 around an IPv4 address; of IPv6 the same /64. */
  network: string;
}

export function originOf(address: string): Origin {
  const bare = withoutPort(address);
  if (isIPv4(bare)) return originOfV4(bare.split("."));
  if (!isIPv6(bare)) return { ipAddress: "unknown", network: "unknown" };
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (isMapped(groups)) return originOfV4([high >> 8, high & 255, low >> 8, low & 255]);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  const network = `${prefix.join(":")}::/64`;
  return { ipAddress: network, network };
}

/** Some proxies add the port, which differs for each connection. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  const dotted = /^([\d.]+):\d+$/.exec(address);
  const bare = bracketed?.[1] ?? dotted?.[1] ?? address;
  return bare.split("%")[0] ?? bare;
}

function originOfV4(bytes: readonly (string | number)[]): Origin {
  return { ipAddress: bytes.join("."), network: `${bytes.slice(0, 3).join(".")}.0/24` };
}

/** All eight groups, even if the address is abbreviated. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address in IPv6 notation: ::ffff:192.0.2.1, in any spelling. */
function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}
