import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readCsv } from "../../shared/csv.ts";
import { fetchFile, sendFile } from "../support/file-calls.ts";
import { addPerson } from "../support/people.ts";
import { pngBomb, pngOf } from "../support/pictures.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Visitor } from "../support/visitor.ts";
import { hostileTexts } from "./hostile.ts";

const server = setUpTestServer();
let visitor: Visitor;
beforeAll(async () => {
  visitor = server.visitor();
  await visitor.signIn((await addPerson(server.db, "Super Admin")).email);
}, 60_000);

const script = "<script>owned=1</script>";
const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

/** Files that a browser would run if it showed them in the page or guessed their type. */
const hostileFiles: [string, Uint8Array, string][] = [
  ["page.html", bytesOf(`<!doctype html>${script}`), "text/html"],
  [
    "drawing.svg",
    bytesOf(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    "image/svg+xml",
  ],
  [
    "drawing.svg.png",
    bytesOf(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    "image/png",
  ],
  ["picture.png.html", bytesOf(pngOf(8, 8), `<!--`, script), "text/html"],
  ["photo.jpg.exe", bytesOf("MZ\x90\0"), "image/jpeg"],
  [
    "feed.xml",
    bytesOf(
      `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">owned=1</x:script>`,
    ),
    "application/xml",
  ],
  ["page.pdf", bytesOf("%PDF-1.7\n", script), "application/pdf"],
  [
    "page.xhtml",
    bytesOf(`<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
    "application/xhtml+xml",
  ],
  ["bomb.html.gz", new Uint8Array(gzipSync(new Uint8Array(10_000_000))), "application/gzip"],
  ["bomb.png", pngBomb(60_000, 60_000), "image/png"],
  ["utf-7.txt", bytesOf("+ADw-script+AD4-owned=1+ADw-/script+AD4-"), "text/plain;charset=utf-7"],
];

test.each(hostileFiles)("%s is stored as it is and opens nothing", async (name, bytes, type) => {
  const sent = await sendFile(server, visitor, { bytes, name, type });
  expect(sent.status).toBe(201);
  const got = await fetchFile(server, visitor, sent.body.file.id);
  expect(got.bytes).toEqual(bytes);
  expect(got.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(got.headers.get("Content-Security-Policy")).toStartWith("sandbox");
  expect(got.headers.get("Content-Encoding")).toBeNull();
  const kind = got.headers.get("Content-Type") ?? "";
  if (got.headers.get("Content-Disposition")?.startsWith("inline")) expect(kind).toBe("image/png");
  else
    expect(kind).toMatch(
      /^(application\/octet-stream|application\/pdf|text\/plain.*|application\/gzip)$/,
    );
});

test("any file name gets our own name on disk and a one-line header", async () => {
  const names = [
    ...hostileTexts,
    `${"long".repeat(2500)}.txt`,
    "a\u202etxt.exe",
    "CON",
    "a/b/c.txt",
    "..",
    ".",
  ];
  const long = names.filter((name) => encodeURIComponent(name.toWellFormed()).length < 14_000);
  for (const name of long) {
    const sent = await sendFile(server, visitor, {
      bytes: `same bytes`,
      name: name.toWellFormed(),
    });
    if (sent.status === 429) break;
    const { file } = sent.body;
    expect([name, sent.status, file.name.length <= 255]).toEqual([name, 201, true]);
    expect(file.name).not.toMatch(/[/\\\p{Cc}\u202e]/u);
    const { headers } = await fetchFile(server, visitor, file.id);
    expect(headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.!~-]*$/,
    );
  }
  const kept = readdirSync(join(server.config.dataDir, "files"), {
    recursive: true,
    withFileTypes: true,
  });
  for (const entry of kept)
    if (entry.isFile()) expect(entry.name).toMatch(/^[0-9a-f]{64}-[0-9a-f-]+$/);
});

describe("no cell of an export is a formula", () => {
  const formulas = ["=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "＝1+1", " =1"];

  test("for any name of people, companies and tickets", async () => {
    for (const [at, formula] of formulas.entries()) {
      const name = `${formula} ${at}`;
      const { body } = await visitor.mutate("companies.create", {
        requestId: Bun.randomUUIDv7(),
        name,
        notes: name,
      });
      expect([formula, body.error]).toEqual([formula, undefined]);
      const { id } = await addPerson(server.db, "Customer", { firstName: name });
      await visitor.mutate("tickets.create", {
        requestId: Bun.randomUUIDv7(),
        subject: name,
        body: name,
        requesterId: id,
        tags: [formula],
      });
    }
    await server.visitor().signIn("=cmd|' /C calc'!A0");
    const exports = ["exports/users", "exports/companies", "exports/tickets", "audit/csv"];
    const blocks = ["totals", "days", "arrivals", "agents", "breakdown"].map(
      (block) => `dashboard/csv/${block}?timeZone=UTC${block === "breakdown" ? "&by=company" : ""}`,
    );
    for (const path of [...exports, ...blocks]) {
      const { status, text } = await visitor.request("GET", `/node/${path}`);
      expect([path, status]).toEqual([path, 200]);
      const cells = readCsv(text.replace(/^\ufeff/, ""), ",").records.flatMap(({ cells }) => cells);
      const begun = cells.filter(
        (cell) => /^[=+@\t\r＝]/.test(cell) || /^-(?!\d+(\.\d+)?$)./.test(cell),
      );
      expect([path, begun]).toEqual([path, []]);
    }
  });
});
