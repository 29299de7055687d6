import { expect, test } from "bun:test";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { isBlank, joinTexts, namedFiles, withFiles } from "./text.ts";

const file = (name: string): MessageFile => ({
  ...{ id: `id of ${name}`, name, type: "text/plain", size: 3 },
  ...{ isImage: false, width: null, height: null },
});

test("two texts are joined with the files of both, each once, and the form of one", () => {
  const above = { body: "Dear Ana", form: { files: [file("a"), file("b")] } };
  const below = { body: "And", form: { subject: "Blank", files: [file("b"), file("c")] } };
  expect(joinTexts(above, below)).toEqual({
    body: "Dear Ana\n\nAnd",
    form: { subject: "Blank", files: [file("a"), file("b"), file("c")] },
  });
});

test("files alone are a draft; an empty form without files is not", () => {
  const form = withFiles(null, [file("a")]);
  expect(isBlank({ body: " ", form })).toBe(false);
  expect(withFiles(form, [])).toBeNull();
  expect(withFiles({ subject: "Blank", ...form }, [])).toEqual({ subject: "Blank" });
});

test("an invalid entry is not a file", () => {
  for (const files of [undefined, "a", [null, 1, { id: 7 }, { id: "a", name: "a" }]]) {
    expect(namedFiles({ files })).toEqual([]);
  }
});
