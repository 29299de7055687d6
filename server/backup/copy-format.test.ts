import { expect, test } from "bun:test";
import { toCopyFormat } from "./restore-desk.ts";

test("values are written as COPY reads them, in the order of the columns", () => {
  const lines = [
    JSON.stringify({ a: "1", b: null, c: "tab\there" }),
    JSON.stringify({ c: "back\\slash \\N", b: "two\nlines\r", a: "" }),
  ].join("\n");
  expect(Buffer.from(toCopyFormat(lines, ["a", "b", "c"])).toString()).toBe(
    "1\t\\N\ttab\\there\n\ttwo\\nlines\\r\tback\\\\slash \\\\N\n",
  );
});
