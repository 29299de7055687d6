import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeskTheme } from "../../shared/desk.ts";
import { matchesEtag } from "../etag.ts";
import { chooseEncoding, type Encoding } from "./compress-answer.ts";

export type ClientHandler = (request: Request, look: DeskTheme) => Response | Promise<Response>;

interface Asset {
  type: string;
  hash: string;
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>;
}

/**
 * Answers every address that is not a call: with a built file, or else with the page, whose router reads the
 * address. Everything is in memory, and paths are only looked up in a map.
 */
export async function createClientHandler(
  folder: string,
): Promise<(request: Request, look: DeskTheme) => Response> {
  const assets = await readAssets(join(folder, "assets"));
  const page = await readFile(join(folder, "index.html"), "utf8");

  return (request, look) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/assets/")) return answerPage(page, request, look);
    const asset = assets.get(pathname.slice("/assets/".length));
    return asset ? answerAsset(asset, request) : notFound();
  };
}

/** The page with its own nonce, the desk's theme and the reader's theme, so that nothing flashes. */
export function answerPage(
  page: string,
  request: Request,
  look: DeskTheme,
  { hotReload = false }: { hotReload?: boolean } = {},
): Response {
  const nonce = randomBytes(16).toString("base64url");
  const html = applyTheme(page, look)
    .replaceAll("__NONCE__", nonce)
    .replaceAll("__THEME__", readTheme(request.headers.get("Cookie") ?? ""));
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": contentSecurityPolicy(nonce, hotReload),
    Vary: "Accept-Encoding",
  };
  const accepted = request.headers.get("Accept-Encoding") ?? "";
  if (chooseEncoding(accepted, ["gzip", "identity"]) !== "gzip") {
    return new Response(html, { headers });
  }
  const packed = Bun.gzipSync(html, { level: 6 });
  return new Response(packed, { headers: { ...headers, "Content-Encoding": "gzip" } });
}

/** Escaped for HTML: a name may contain anything. */
function applyTheme(page: string, { name, logo, colours, sendsMail }: DeskTheme): string {
  const written = Object.entries(colours ?? {}).map(([variable, value]) => `${variable}:${value}`);
  const style = `<style nonce="__NONCE__">:root{${written.join(";")}}</style>`;
  const accent = colours?.["--desk-primary"] ?? ownBlue;
  const look: Record<string, string> = {
    "<title>Frontdesk</title>": `<title>${Bun.escapeHTML(name)}</title>`,
    "%23275cc4": accent.replace("#", "%23"),
    __DESK_LOGO__: logo ?? "",
    __DESK_MAIL__: sendsMail ? "sent" : "kept",
    "</head>": `${colours ? style : ""}</head>`,
  };
  // A function, since a name may contain replacement patterns such as `$&`.
  return Object.entries(look).reduce((html, [from, to]) => html.replace(from, () => to), page);
}

const ownBlue = "#275cc4";

function readTheme(cookies: string): string {
  return /(?:^|;\s*)frontdesk_theme=(light|dark|system)(?=;|$)/.exec(cookies)?.[1] ?? "system";
}

function answerAsset({ type, hash, bodies }: Asset, request: Request): Response {
  const offered = [...bodies.keys()];
  const encoding = chooseEncoding(request.headers.get("Accept-Encoding") ?? "", offered);
  const etag = `"${hash}-${encoding}"`;
  const headers: Record<string, string> = {
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ETag: etag,
  };
  if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers["Content-Type"] = type;
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  return new Response(bodies.get(encoding), { headers });
}

function notFound(): Response {
  return new Response("Not found\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const names = await readdir(folder);
  for (const name of names.filter((name) => !/\.(br|zst|gz)$/.test(name))) {
    const identity = await readFile(join(folder, name));
    const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([["identity", identity]]);
    for (const [encoding, extension] of Object.entries(extensions)) {
      const file = `${name}.${extension}`;
      if (names.includes(file))
        bodies.set(encoding as Encoding, await readFile(join(folder, file)));
    }
    assets.set(name, {
      type: Bun.file(name).type,
      hash: new Bun.CryptoHasher("sha256").update(identity).digest("hex").slice(0, 16),
      bodies,
    });
  }
  return assets;
}

const extensions = { br: "br", zstd: "zst", gzip: "gz" };

/** What a page can load. `app.ts` forbids everything for other responses. */
function contentSecurityPolicy(nonce: string, hotReload: boolean): string {
  return [
    "default-src 'self'",
    hotReload ? `script-src 'self' blob: 'nonce-${nonce}'` : "script-src 'self'",
    // radix-ui writes <style> elements, and previews of files are blobs.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
