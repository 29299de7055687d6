/**
 * One address may name several Postgres servers, `postgres://…@db1:5432,db2:5432/desk`: a primary
 * and the standbys that may take its place. One of them is used until it fails.
 */
interface Hosts {
  /** An address of the one to be used now. */
  current(): string;
  /** That one is gone, or no primary: the next in turn, unless somebody has moved on already. */
  failed(address: string): void;
}

/** Scheme and person, hosts, the rest. A password may hold no bare slash, as in any URL. */
const pattern = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/@]*)(\/.*)$/;

/** An address for each server that it names; of what is no address of several, itself. */
export function eachHost(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = pattern.exec(url) ?? [];
  const names = hosts.split(",");
  return names.length > 1 ? names.map((name) => `${before}${name}${after}`) : [url];
}

/** Where it leads, for people: without name and password. */
export function placeOf(url: string): string {
  const { pathname } = new URL(eachHost(url)[0] ?? url);
  const places = eachHost(url).map((one) => {
    const { hostname, port } = new URL(one);
    return `${hostname}:${port || 5432}`;
  });
  return `${places.join(",")}${pathname}`;
}

// Whoever finds out that one is gone finds it out for all connections of this server.
const known = new Map<string, Hosts>();

export function hostsOf(url: string): Hosts {
  const found = known.get(url);
  if (found) return found;
  const addresses = eachHost(url);
  let index = 0;
  const hosts: Hosts = {
    current: () => addresses[index] ?? url,
    failed(address) {
      if (addresses.length > 1 && addresses[index] === address) {
        index = (index + 1) % addresses.length;
      }
    },
  };
  known.set(url, hosts);
  return hosts;
}
