import { Hono } from "hono";
import { AppError } from "../../shared/errors.ts";
import { matchesEtag } from "../etag.ts";
import type { Env, Http } from "../http/env.ts";
import type { Services } from "../services.ts";
import { findLogo } from "./logo.ts";

/**
 * The logo. It is public, because the sign-in page shows it. It neither sets nor reads cookies, so
 * proxies can cache it.
 */
export function deskRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/logo", (c) => answer(c, services, null));
  routes.get("/logo/:hash", (c) => answer(c, services, c.req.param("hash")));
  return routes;
}

async function answer(c: Http, { db }: Services, hash: string | null): Promise<Response> {
  const logo = await findLogo(db, hash);
  if (!logo) throw new AppError("not_found");
  const etag = `"${logo.hash}"`;
  // An address with a hash never changes. The plain address is revalidated by its ETag.
  c.header("Cache-Control", hash === null ? "no-cache" : "public, max-age=31536000, immutable");
  c.header("ETag", etag);
  c.header("Content-Security-Policy", "sandbox; default-src 'none'");
  if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304);
  return c.body(new Uint8Array(logo.bytes), 200, { "Content-Type": logo.type });
}
