import { Hono } from "hono";
import { AppError } from "../../../shared/errors.ts";
import { actorDeps } from "../../http/door.ts";
import type { Env } from "../../http/env.ts";
import { readUuid } from "../../http/read-request.ts";
import type { Services } from "../../services.ts";
import { fetchRemoteImage } from "./remote-images.ts";
import { findOriginal } from "./show.ts";
import { createMailReceiver } from "./webhook.ts";

/** The originals of received mails, as downloads that run nothing. */
export function originalMailRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/:id", async (c) => {
    const deps = actorDeps(c, services);
    const original = await findOriginal(deps, readUuid(c.req.param("id")));
    const bytes = await services.files.read(original, { from: 0, to: original.size });
    return new Response(bytes, {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": 'attachment; filename="mail.eml"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Content-Length": String(original.size),
        "Cache-Control": "private, no-cache",
      },
    });
  });
  return routes;
}

/** Images on other servers that mails show, once someone asked for them. */
export function remoteImageRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const month = 30 * 24 * 60 * 60;
  routes.get("/:id/:part/:position", async (c) => {
    const { part, position } = c.req.param();
    if ((part !== "text" && part !== "rest") || !/^\d{1,4}$/.test(position)) {
      throw new AppError("not_found");
    }
    const { type, bytes } = await fetchRemoteImage(
      { ...actorDeps(c, services), imageFetch: services.imageFetch },
      { messageId: readUuid(c.req.param("id")), part, position: Number(position) },
    );
    return new Response(bytes, {
      headers: {
        "Content-Type": type,
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": `private, max-age=${month}`,
      },
    });
  });
  return routes;
}

/** Where a mail provider posts the mails of a mailbox. It reads no cookies. */
export function mailInRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const receive = createMailReceiver(services);
  routes.post("/:id", async (c) => {
    const posted = {
      mailboxId: c.req.param("id"),
      authorization: c.req.header("Authorization"),
      type: c.req.header("Content-Type") ?? "",
      length: Number(c.req.header("Content-Length") ?? 0),
      envelopeTo: c.req.header("X-Envelope-To"),
      body: c.req.raw.body,
    };
    const { isRepeated } = await receive(posted, services.now()).catch((error) => {
      // Some clients send the key of `https://any:key@…` only when they are asked for it.
      if (error instanceof AppError && error.code === "mail_key_wrong") {
        c.header("WWW-Authenticate", 'Basic realm="mail"');
      }
      throw error;
    });
    return c.json({ success: true, repeated: isRepeated });
  });
  return routes;
}
