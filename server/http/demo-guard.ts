import type { MiddlewareHandler } from "hono/types";
import type { Db } from "../db/database.ts";
import { isLoopback, loopbackNames } from "../loopback.ts";
import type { Services } from "../services.ts";
import type { Env, Http } from "./env.ts";

/**
 * A demo has passwords that everyone knows. While a demo account still has its password, or the desk has no real
 * address, it answers only this machine, whatever is configured. In production it answers no one.
 */
export function demoGuard({ config, desk, db }: Services): MiddlewareHandler<Env> {
  const isUnset = !config.baseUrl && config.trustProxy === 0 && !config.smtpUrl;
  let checked = { at: Number.NEGATIVE_INFINITY, isKnown: true };

  async function hasKnownPassword(): Promise<boolean> {
    if (performance.now() - checked.at < 5_000) return checked.isKnown;
    const isKnown = await hasDemoPassword(db);
    checked = { at: performance.now(), isKnown };
    return isKnown;
  }

  async function isShut(c: Http): Promise<boolean> {
    if (config.production) return true;
    return !isLocal(c) && (isUnset || (await hasKnownPassword()));
  }

  return async (c, next) => {
    if (desk.isDemo && (await isShut(c))) return c.html(page, 403, headers);
    await next();
  };
}

/** Whether anyone can sign in with a password that the demo gave its accounts. */
async function hasDemoPassword(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .innerJoin("desk", (join) =>
      join.on("users.password_hash", "=", ({ fn }) => fn.any("desk.demo_password_hashes")),
    )
    .select("users.id")
    .where("users.state", "=", "active")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function isLocal(c: Http): boolean {
  const { headers } = c.req.raw;
  const host = headers.get("Host") ?? "";
  return (
    loopbackNames.has(host.replace(/:\d+$/, "").toLowerCase()) &&
    isOwnAddress(c.env.address ?? "") &&
    !isForwarded(headers)
  );
}

/** A server that listens on every address sees IPv4 in IPv6 notation. */
function isOwnAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/i, ""));
}

/** Looks like the sign-in page, but loads nothing. */
const style = `
:root { color-scheme: light dark; }
body {
  margin: 0 1rem;
  background: light-dark(oklch(0.985 0.002 265), oklch(0.165 0.008 265));
  color: light-dark(oklch(0.22 0.015 265), oklch(0.935 0.005 265));
  font: 0.875rem/1.5 ui-sans-serif, system-ui, sans-serif;
}
main {
  max-width: 26rem;
  margin: max(2.5rem, 22vh) auto 2.5rem;
  padding: 1.25rem;
  border: 1px solid light-dark(oklch(0.915 0.005 265), oklch(0.275 0.01 265));
  border-radius: 10px;
  background: light-dark(#fff, oklch(0.195 0.009 265));
}
h1 { margin: 0; font-size: 1rem; }
p { margin: 0.75rem 0 0; }
code {
  padding: 0.1em 0.3em;
  border-radius: 3px;
  background: light-dark(oklch(0.965 0.004 265), oklch(0.235 0.01 265));
  font-size: 0.75rem;
}
`;
const styleHash = new Bun.CryptoHasher("sha256").update(style).digest("base64");

const headers = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-store",
};

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>This is a demo desk</title>
<meta name="viewport" content="width=device-width">
<style>${style}</style>
<main>
<h1>This is a demo desk</h1>
<p>Its accounts have passwords that everyone knows, so it answers on this machine only.</p>
<p>To make it a real desk, stop it, run <code>npx -y bun run demo:empty</code>, and start it
again with <code>BASE_URL</code> set.</p>
</main>
</html>`;

/** Headers that proxies and tunnels add. */
const forwardingHeaders = new Set([
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"],
  ...["x-original-host", "x-original-url", "x-envoy-external-address", "fastly-client-ip"],
]);
const forwardingPrefixes = ["x-forwarded-", "cf-"];

/** Whether a proxy between the visitor and this server announces itself. */
export function isForwarded(headers: Headers): boolean {
  for (const name of headers.keys()) {
    if (forwardingHeaders.has(name)) return true;
    if (forwardingPrefixes.some((prefix) => name.startsWith(prefix))) return true;
  }
  return false;
}
