import type { MiddlewareHandler } from "hono/types";
import { isLoopback, loopbackNames } from "../loopback.ts";
import type { Services } from "../services.ts";
import type { Env, Http } from "./env.ts";
import { isForwarded } from "./forwarded.ts";

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

/** As the pages for visitors look; those load more than this one may. */
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
<p>Its accounts have passwords that everybody knows, so it answers on this machine only.</p>
<p>To make it a real desk, stop it, run <code>npx -y bun run demo:empty</code>, and start it
again with <code>BASE_URL</code> set.</p>
</main>
</html>`;
