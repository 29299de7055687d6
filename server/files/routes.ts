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
import { type FoundFile, findFile } from "./find-file.ts";
import { thumbnailOf } from "./images.ts";
import type { ByteRange } from "./place.ts";
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

/** The requested part of a file: all of it, a range, or nothing satisfiable. */
type Wanted = { part: ByteRange | null } | "nothing";

/** A single byte range; several ranges, or an invalid one, get the whole file. */
export function readRange(header: string | undefined, size: number): Wanted {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return { part: null };
  const [, first = "", last = ""] = match;
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? { part: { from, to: size } } : "nothing";
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(size, Number(last) + 1);
  if (last !== "" && Number(last) < from) return { part: null };
  return from < size ? { part: { from, to } } : "nothing";
}

/** A file's bytes never change, so its id identifies them. */
export function etagOf({ id }: Pick<FoundFile, "id">): string {
  return `"${id}"`;
}

/** An uploaded file must run nothing and frame nothing, and is revalidated each time. */
export function headersOf(file: FoundFile): Record<string, string> {
  return {
    "Content-Type": file.type,
    "Content-Disposition": dispositionOf(file),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
    ETag: etagOf(file),
  };
}

/** The images that browsers show safely are inline; every other file is a download. */
function dispositionOf({ name, type }: FoundFile): string {
  const way = isInlineImage(type) ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
