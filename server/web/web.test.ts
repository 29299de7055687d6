import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { DeskTheme } from "../../shared/desk.ts";
import { projectRoot } from "./build-client.ts";
import { hashSources, isBuilt } from "./client-stamp.ts";
import { chooseEncoding } from "./compress-answer.ts";
import { prepareClient } from "./prepare-client.ts";
import { createClientHandler } from "./serve-client.ts";

let folder = "";
let outDir = "";
let handle: (request: Request, look?: DeskTheme) => Response;
const plain: DeskTheme = { name: "Frontdesk", logo: null, colours: null, sendsMail: true };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-web-"));
  outDir = await prepareClient();
  const client = await createClientHandler(outDir);
  handle = (request, look = plain) => client(request, look);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the built client", () => {
  test("knows whether its sources have changed", async () => {
    expect(await isBuilt(projectRoot, outDir)).toBe(true);
    expect(await isBuilt(projectRoot, join(folder, "elsewhere"))).toBe(false);
    const siblings = await readdir(join(outDir, ".."));
    expect(siblings.filter((name) => name.startsWith("client"))).toEqual(["client"]);
  });

  test.each([
    "package.json",
    "bun.lock",
    "client/index.html",
    "shared/access.ts",
    "server/web/build-client.ts",
  ])("is rebuilt once %s is", async (path) => {
    const root = await mkdtemp(join(folder, "root-"));
    for (const source of ["client", "shared", "server/web"]) {
      await mkdir(join(root, source), { recursive: true });
    }
    const before = await hashSources(root);
    await Bun.write(join(root, path), "Other words");
    const after = await hashSources(root);
    expect(after).not.toBe(before);
    expect(await hashSources(root)).toBe(after);
    await rm(root, { recursive: true });
  });

  test("has Tailwind's utilities in its styles", async () => {
    const css = await readAll(".css");
    expect(css).toContain(".flex{display:flex}");
    expect(css).not.toMatch(/@theme|@tailwind|@apply|@import "tailwindcss"/);
    // A sibling combinator with `*` would restyle the whole page for each dialog.
    expect(css).not.toMatch(/[^\\][+~] ?\*[^\])]/);
    // `:root:has(…)` would restyle every element with the attribute; a class is on one element.
    expect(css).not.toMatch(/:root:has\([^{},]*\) ?\[/);
  });

  test("contains the production build of React and no source maps", async () => {
    const js = await readAll(".js");
    expect(js).toContain("react.dev/errors/");
    expect(js).not.toMatch(/react-dom-client\.development|jsxDEV|sourceMappingURL/);
    expect((await readdir(join(outDir, "assets"))).filter((n) => n.endsWith(".map"))).toEqual([]);
  });

  test("names every file by its content and links it from the root", async () => {
    for (const name of await readdir(join(outDir, "assets"))) {
      expect(name).toMatch(/-[0-9a-z]{8}\.[a-z0-9]+(\.(br|gz|zst))?$/);
    }
    const html = await readFile(join(outDir, "index.html"), "utf8");
    const links = [...html.matchAll(/(?:href|src)="((?!data:)[^"]+)"/g)].map((match) => match[1]);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      expect(link).toStartWith("/assets/");
      expect(handle(new Request(`http://desk${link}`)).status).toBe(200);
    }
  });
});

describe("a file of the client", () => {
  test("is cached permanently and has the smallest accepted encoding", async () => {
    const path = await scriptPath();
    const plain = await handle(new Request(`http://desk${path}`)).text();
    const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const response = get(path, { "Accept-Encoding": encoding });
      expect(response.headers.get("Content-Encoding")).toBe(encoding);
      expect(response.headers.get("Vary")).toBe("Accept-Encoding");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("Content-Type")).toStartWith("text/javascript");
      const packed = Buffer.from(await response.arrayBuffer());
      expect(packed.length).toBeLessThan(plain.length);
      expect(decompress(packed).toString()).toBe(plain);
    }
  });

  test("is not sent again to a browser that has it", () => {
    return scriptPath().then((path) => {
      const etag = get(path, {}).headers.get("ETag") ?? "";
      expect(etag).not.toBe("");
      expect(get(path, { "If-None-Match": etag }).status).toBe(304);
      expect(get(path, { "If-None-Match": etag, "Accept-Encoding": "br" }).status).toBe(200);
    });
  });

  test.each([
    "/assets/../index.html",
    "/assets/..%2findex.html",
    "/assets/%2e%2e/sources.sha256",
    "/assets/..%5c..%5cpackage.json",
    "/assets//etc/passwd",
    "/assets/",
    "/assets/gone-12345678.js",
  ])("%s reaches no file outside", async (path) => {
    // A URL without its dots is another page, and the page comes with its nonce filled in.
    const text = await get(path, {}).text();
    expect(text === "Not found\n" || /^<!doctype html>(?!.*__NONCE__)/s.test(text)).toBe(true);
  });
});

describe("the page", () => {
  test("carries its own nonce, the strict policy and the theme of the cookie", async () => {
    const response = get("/ticket/log?x=1", { Cookie: "a=b; frontdesk_theme=dark" });
    const html = await response.text();
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(nonce).toMatch(/^[\w-]{22}$/);
    expect(html).toMatch(/<html[^>]+class="dark"/);
    expect(html.replaceAll(nonce, "")).not.toContain("__");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Security-Policy")).toBe(
      `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
    );
    expect(await get("/login", {}).text()).not.toContain(nonce);
  });

  test("is compressed for clients that accept gzip", async () => {
    const response = get("/login", { "Accept-Encoding": "gzip" });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    const html = new TextDecoder().decode(Bun.gunzipSync(await response.bytes()));
    expect(html).toContain("<!doctype html>");
  });

  test.each([
    ["", "system"],
    ["frontdesk_theme=light", "light"],
    [`frontdesk_theme="><script>`, "system"],
    ["frontdesk_theme=darkest", "system"],
    ["not_frontdesk_theme=dark", "system"],
  ])("with cookie %p has the theme %s", async (Cookie, theme) => {
    expect(await get("/", { Cookie }).text()).toContain(`class="${theme}"`);
  });
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, zstd", "zstd"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["*", "br"],
  ["*;q=0, gzip", "gzip"],
  ["", "identity"],
  ["deflate", "identity"],
] as const)("Accept-Encoding %p gets %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted, ["identity", "gzip", "zstd", "br"])).toBe(encoding);
});

function get(path: string, headers: Record<string, string>): Response {
  return handle(new Request(`http://desk${path}`, { headers }));
}

async function scriptPath(): Promise<string> {
  const html = await readFile(join(outDir, "index.html"), "utf8");
  return /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? "";
}

async function readAll(extension: string): Promise<string> {
  const names = (await readdir(join(outDir, "assets"))).filter((name) => name.endsWith(extension));
  const texts = names.map((name) => readFile(join(outDir, "assets", name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}
