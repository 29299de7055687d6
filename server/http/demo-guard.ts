import type { MiddlewareHandler } from "hono/types";
import type { Services } from "../services.ts";
import type { Env, Http } from "./env.ts";
import { isForwarded } from "./forwarded.ts";
import { isLoopback, loopbackNames } from "./loopback.ts";

/**
 * A demo has passwords that everybody knows. Until it is given a real address it answers this
 * machine alone: through a proxy or under another name it says what to do and nothing else. Production
 * answers nobody with one.
 */
export function demoGuard({ config, desk }: Services): MiddlewareHandler<Env> {
  const isUnset = !config.baseUrl && config.trustProxy === 0 && !config.smtpUrl;
  const isShut = (c: Http) => config.production || (isUnset && !isLocal(c));
  return async (c, next) => {
    if (desk.isDemo && isShut(c)) return c.html(page, 403, headers);
    await next();
  };
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

/** A server that listens everywhere sees IPv4 as IPv6 writes it. */
function isOwnAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/i, ""));
}

const headers = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>This is a demo desk</title>
<h1>This is a demo desk</h1>
<p>Its accounts have passwords that everybody knows, so it answers on this machine only.</p>
<p>To make it a real desk, stop it, run <code>npx -y bun run demo:empty</code>, and start it
again with <code>BASE_URL</code> set.</p>
</html>`;
