import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeskTheme } from "../../shared/desk.ts";
import { answerPage, createClientHandler } from "./serve-client.ts";

const page = [
  '<html data-theme="__THEME__"><head><title>Frontdesk</title>',
  '<link rel="icon" href="data:%23275cc4"><meta content="__DESK_LOGO__"><meta content="__DESK_MAIL__"></head>',
  '<body><script nonce="__NONCE__"></script></body></html>',
].join("");
const plain: DeskTheme = { name: "Kestrel", logo: null, colours: null, sendsMail: true };

const request = (path = "/", headers: Record<string, string> = {}) =>
  new Request(`http://desk.test${path}`, { headers });
const htmlOf = (asked: Request, look = plain) => answerPage(page, asked, look).text();

describe("the page", () => {
  test("has the desk's name, logo, colour and mail state, and escapes the name", async () => {
    const html = await htmlOf(request());
    expect(html).toContain("<title>Kestrel</title>");
    expect(html).toContain('href="data:%23275cc4"><meta content=""><meta content="sent"></head>');
    const look: DeskTheme = {
      ...{ name: "<b>$& Care", logo: "/node/desk/logo/abc", sendsMail: false },
      colours: { "--desk-primary": "#0f766e", "--desk-ring": "#112233" },
    };
    const worn = await htmlOf(request(), look);
    expect(worn).toContain("<title>&lt;b&gt;$&amp; Care</title>");
    expect(worn).toContain(
      'href="data:%230f766e"><meta content="/node/desk/logo/abc"><meta content="kept"><style nonce=',
    );
    expect(worn).toContain(">:root{--desk-primary:#0f766e;--desk-ring:#112233}</style></head>");
  });

  test("has its own nonce, for styles only", async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      const answer = answerPage(page, request(), { ...plain, colours: { "--a": "#000000" } });
      const policy = answer.headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("script-src 'self';");
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect((await answer.text()).split(`nonce="${nonce}"`)).toHaveLength(3);
      expect(nonce).toMatch(/^[\w-]{22}$/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  test.each([
    ["", "system"],
    ["frontdesk_theme=dark", "dark"],
    ["a=b; frontdesk_theme=light; c=d", "light"],
    ["frontdesk_theme=darker", "system"],
    ["my_frontdesk_theme=dark", "system"],
    ['frontdesk_theme="><script>', "system"],
  ])("with the cookie %j it is %s from the start", async (Cookie, theme) => {
    expect(await htmlOf(request("/", { Cookie }))).toContain(`data-theme="${theme}"`);
  });

  test("is compressed if accepted, and never cached", async () => {
    const small = answerPage(page, request("/", { "Accept-Encoding": "br, gzip" }), plain);
    expect(small.headers.get("Content-Encoding")).toBe("gzip");
    const text = new TextDecoder().decode(Bun.gunzipSync(await small.bytes()));
    expect(text).toContain("<title>Kestrel</title>");
    const whole = answerPage(page, request(), plain);
    expect(whole.headers.get("Content-Encoding")).toBeNull();
    for (const { headers } of [small, whole]) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Vary")).toBe("Accept-Encoding");
      expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    }
  });
});

describe("a built file", () => {
  let folder = "";
  let answer: Awaited<ReturnType<typeof createClientHandler>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "frontdesk-client-"));
    await mkdir(join(folder, "assets"));
    const files = {
      "index.html": page,
      "assets/main.js": "script",
      "assets/main.js.br": "small",
      "assets/main.js.gz": "zip",
      "assets/logo.png": "picture",
    };
    for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
    answer = await createClientHandler(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ask = (path: string, headers: Record<string, string> = {}) =>
    answer(request(path, headers), plain);

  test("has the smallest accepted encoding and an ETag, and is cached permanently", async () => {
    const [whole, small, zip] = [
      ask("/assets/main.js"),
      ask("/assets/main.js", { "Accept-Encoding": "gzip, br" }),
      ask("/assets/main.js", { "Accept-Encoding": "gzip, br;q=0" }),
    ];
    const encoding = ({ headers }: Response) => headers.get("Content-Encoding");
    expect([whole, small, zip].map(encoding)).toEqual([null, "br", "gzip"]);
    expect(await Promise.all([whole, small, zip].map((one) => one.text()))).toEqual([
      ...["script", "small", "zip"],
    ]);
    const marks = [whole, small, zip].map(({ headers }) => headers.get("ETag") ?? "");
    expect(new Set(marks).size).toBe(3);
    for (const { headers } of [whole, small, zip]) {
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("Vary")).toBe("Accept-Encoding");
      expect(headers.get("Content-Type")).toStartWith("text/javascript");
    }
    const again = ask("/assets/main.js", { "If-None-Match": marks[0] ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(ask("/assets/main.js", { "If-None-Match": marks[1] ?? "" }).status).toBe(200);
    expect(ask("/assets/logo.png", { "Accept-Encoding": "br" }).headers.get("Content-Type")).toBe(
      "image/png",
    );
  });

  test("that does not exist is not found, and no other path is reached", async () => {
    for (const path of [
      "/assets/none.js",
      "/assets/",
      "/assets/main.js.br",
      "/assets/..%2findex.html",
    ]) {
      const none = ask(path);
      expect([path, none.status, await none.text()]).toEqual([path, 404, "Not found\n"]);
      expect(none.headers.get("Cache-Control")).toBe("no-store");
      expect(none.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    }
    expect(await ask("/anything").text()).toContain("<title>Kestrel</title>");
  });
});
