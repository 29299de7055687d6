import { isIPv4, isIPv6 } from "node:net";

/** /24 of an IPv4 address, /64 of an IPv6 one: what one visitor can hop within for nothing. */
export function networkOf(address: string): string {
  const bare = withoutPort(address);
  if (isIPv4(bare)) return networkOfV4(bare.split("."));
  if (!isIPv6(bare)) return "unknown";
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (isMapped(groups)) return networkOfV4([high >> 8, high & 255, low >> 8]);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

/** Some proxies write the port along, which is another one for each connection. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  const dotted = /^([\d.]+):\d+$/.exec(address);
  const bare = bracketed?.[1] ?? dotted?.[1] ?? address;
  return bare.split("%")[0] ?? bare;
}

function networkOfV4(bytes: readonly (string | number)[]): string {
  return `${bytes.slice(0, 3).join(".")}.0/24`;
}

/** All eight, however the address was abbreviated. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address as IPv6 writes it: ::ffff:192.0.2.1, in whichever spelling. */
function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}
