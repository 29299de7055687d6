/** What proxies and tunnels add to a request that they pass on. */
const forwardingHeaders = new Set([
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"],
  ...["x-original-host", "x-original-url", "x-envoy-external-address", "fastly-client-ip"],
]);
const forwardingPrefixes = ["x-forwarded-", "cf-"];

/** Whether something between the visitor and this server says that it stands there. */
export function isForwarded(headers: Headers): boolean {
  for (const name of headers.keys()) {
    if (forwardingHeaders.has(name)) return true;
    if (forwardingPrefixes.some((prefix) => name.startsWith(prefix))) return true;
  }
  return false;
}
