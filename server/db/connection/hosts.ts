/**
 * A URL may name several servers, `postgres://…@db1:5432,db2:5432/desk`: a primary and its standbys. One is
 * used until it fails.
 */
interface Hosts {
  /** The URL of the server in use. */
  current(): string;
  /** That server failed or is not the primary: switches to the next, unless that has happened already. */
  failed(address: string): void;
}

/** Scheme and credentials, hosts, and the rest. A password cannot contain an unescaped slash. */
const pattern = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/@]*)(\/.*)$/;

/** A URL for each named server; a URL of one server is returned as it is. */
export function eachHost(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = pattern.exec(url) ?? [];
  const names = hosts.split(",");
  return names.length > 1 ? names.map((name) => `${before}${name}${after}`) : [url];
}

/** The location without user name and password, for messages. */
export function placeOf(url: string): string {
  const { pathname } = new URL(eachHost(url)[0] ?? url);
  const places = eachHost(url).map((one) => {
    const { hostname, port } = new URL(one);
    return `${hostname}:${port || 5432}`;
  });
  return `${places.join(",")}${pathname}`;
}

// A failure that one connection notices applies to all connections of this server.
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
