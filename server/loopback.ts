/** This machine's names as a browser spells them in an address. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
