import { Hono } from "hono";
import { AppError } from "../../shared/errors.ts";
import { fileLimits, isInlineImage } from "../../shared/files.ts";
import type { MessageFile } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import { matchesEtag } from "../etag.ts";
import { assertUseLeft } from "../hourly-limits.ts";
import { actorDeps } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { readUuid, refuseForm } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { createDoorkeeper, type Doorkeeper } from "./doorkeeper.ts";
import { findFile } from "./find-file.ts";
import { etagOf, headersOf, readRange } from "./hand-out.ts";
import { thumbnailOf } from "./images.ts";
import { assertSpace, saveUpload } from "./upload.ts";

const pace = { stallMs: 20_000, totalMs: 15 * 60_000 };

/** Who uploads or reads a file; with `onlyTicketId`, files of that ticket's messages and no others. */
type FileDeps = ActorDeps & { onlyTicketId?: string };

/** Files are uploaded as plain bodies, not as forms, so that nothing is held in memory. */
export function fileRoutes(
  services: Services,
  depsOf: (c: Http) => FileDeps | Promise<FileDeps> = (c) => actorDeps(c, services),
): Hono<Env> {
  const routes = new Hono<Env>();
  const doorkeeper = createDoorkeeper(fileLimits.arriving);

  routes.post("/", async (c) => {
    const file = await receiveFile(c, services, await depsOf(c), doorkeeper);
    return c.json({ success: true, file }, 201);
  });

  // The name in the address is for people; only the id counts.
  for (const path of ["/:id", "/:id/:name"] as const) {
    routes.get(path, async (c) => handOut(c, services, await depsOf(c), c.req.param("id")));
  }
  return routes;
}

/** Saves the body of the request as a file of the actor. */
export async function receiveFile(
  c: Http,
  services: Services,
  deps: ActorDeps,
  doorkeeper: Doorkeeper,
): Promise<MessageFile> {
  refuseForm(c);
  const announced = Number(c.req.header("Content-Length") ?? 0);
  if (announced > fileLimits.bytes) throw new AppError("file_too_large");
  return await doorkeeper.letIn(deps.actor.id, async () => {
    await assertSpace(deps.db, deps.actor.id, announced);
    await assertUseLeft(deps.db, deps, "uploads", announced);
    const limits = { bytes: fileLimits.bytes, ...pace };
    const received = await services.files.receive(c.req.raw.body, limits);
    try {
      return await saveUpload(deps, services.files, {
        name: decoded(c.req.header("X-File-Name")),
        claimedType: c.req.header("Content-Type") ?? "",
        received,
      });
    } finally {
      await received.discard();
    }
  });
}

/** Answers with a file that the actor can read, or a part of it. */
export async function handOut(
  c: Http,
  services: Services,
  deps: FileDeps,
  id: string,
): Promise<Response> {
  const file = await findFile(deps, readUuid(id));
  const { onlyTicketId } = deps;
  if (onlyTicketId && file.ticketId !== onlyTicketId) throw new AppError("not_found");
  const headers = headersOf(file);
  if (onlyTicketId) headers["Cache-Control"] = "no-store";
  if (c.req.query("thumbnail") !== undefined && isInlineImage(file.type)) {
    const etag = `"${file.id}-thumbnail"`;
    const answer = { ...headers, "Content-Type": "image/webp", ETag: etag };
    if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, answer);
    const thumbnail = await thumbnailOf(services.files, file);
    // A view of the same bytes, which Hono's types refuse.
    if (thumbnail) return c.body(new Uint8Array(thumbnail), 200, answer);
  }
  const etag = etagOf(file);
  if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);

  const ifRange = c.req.header("If-Range");
  const asked = ifRange === undefined || ifRange === etag ? c.req.header("Range") : undefined;
  const wanted = readRange(asked, file.size);
  if (wanted === "nothing") {
    return c.body(null, 416, { "Content-Range": `bytes */${file.size}` });
  }
  const range = wanted.part ?? { from: 0, to: file.size };
  const bytes = await services.files.read(file.content, range);
  const { from, to } = range;
  return new Response(bytes, {
    status: wanted.part ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(to - from),
      ...(wanted.part ? { "Content-Range": `bytes ${from}-${to - 1}/${file.size}` } : {}),
    },
  });
}

/** Headers are limited to ASCII, so the name is percent-encoded. */
function decoded(name: string | undefined): string {
  try {
    return decodeURIComponent(name ?? "");
  } catch {
    return name ?? "";
  }
}
