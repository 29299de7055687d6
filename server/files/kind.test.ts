import { expect, test } from "bun:test";
import { decideType, unknownType } from "./upload.ts";

const ofBytes = (text: string) => async (from: number, length: number) =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0)).slice(from, from + length);
const office = "application/vnd.openxmlformats-officedocument";
const document = "application/vnd.oasis.opendocument";

test.each([
  ["application/pdf", "%PDF-1.7"],
  ["application/zip", "PK\u0003"],
  ["application/gzip", "\x1f\x8b\x08"],
  ["text/plain", "words"],
  ["text/csv", "a,b"],
  [`${office}.wordprocessingml.document`, "PK"],
  [`${office}.spreadsheetml.sheet`, "PK"],
  [`${office}.presentationml.presentation`, "PK"],
  [`${document}.text`, "PK"],
  [`${document}.spreadsheet`, "PK"],
])("a claimed %s is accepted if the bytes confirm it", async (type, bytes) => {
  expect(await decideType(type, null, ofBytes(bytes))).toBe(type);
  expect(await decideType(type, null, ofBytes(`\0${bytes}`))).toBe(unknownType);
});

test("a type is compared without case and parameters", async () => {
  const read = ofBytes("words");
  expect(await decideType(" Text/PLAIN ; charset=utf-8", null, read)).toBe("text/plain");
});

test("types that could run in the page are stored as generic, whatever the bytes", async () => {
  for (const type of ["text/html", "image/svg+xml", "application/javascript", "", "image/png"]) {
    expect(await decideType(type, null, ofBytes("<script>"))).toBe(unknownType);
  }
});

test("an image has the type of its bytes", async () => {
  const image = { type: "image/png", width: 1, height: 1 } as const;
  expect(await decideType("text/plain", image, ofBytes("words"))).toBe("image/png");
});
