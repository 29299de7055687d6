import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeScratch } from "../../tests/support/desk-copies.ts";
import { readLines } from "./read-backup.ts";

test("rows are read as whole lines, about a megabyte at a time, however long one is", async () => {
  const { folder, remove } = await makeScratch();
  const long = "a".repeat(3_000_000);
  const short = Array.from({ length: 150 }, (_, at) => `${at}${"b".repeat(20_000)}`);
  const rows = [long, ...short, long, ...short, "ü"];
  const path = join(folder, "rows.gz");
  // Two gzip members, like the chunks of a table.
  const members = [rows.slice(0, 100), rows.slice(100)].map((part) => `${part.join("\n")}\n`);
  await Bun.write(path, Buffer.concat(members.map((text) => Bun.gzipSync(text))));
  const pieces = await Array.fromAsync(readLines(path));
  expect(pieces.flatMap(({ lines }) => lines.split("\n")).map((row) => Bun.hash(row))).toEqual(
    rows.map((row) => Bun.hash(row)),
  );
  expect(pieces.map(({ count }) => count)).toEqual(
    pieces.map(({ lines }) => lines.split("\n").length),
  );
  expect(pieces.length).toBeWithin(6, 12);
  await remove();
});
