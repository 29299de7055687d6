import { describe, expect, test } from "bun:test";
import { cutPieces } from "./render.ts";

const line = (length: number) => `${"word ".repeat(length).slice(0, length - 1)}.`;
const text = (...lengths: number[]) => lengths.map((length) => (length > 0 ? line(length) : ""));
const cut = (...lines: string[]) => cutPieces(lines.join("\n"));
/** The number of lines in each piece. */
const counts = (...lines: string[]) => cut(...lines).map((piece) => piece.text.split("\n").length);
const plain = (words: string) => ({ kind: "plain" as const, text: words });
const markdown = (words: string) => ({ kind: "markdown" as const, text: words });

describe("a text", () => {
  test("that is short stays whole, whatever its line breaks", () => {
    expect(cutPieces("one\r\n\r\ntwo\rthree")).toEqual([markdown("one\n\ntwo\nthree")]);
    expect(cutPieces(" \n\n")).toEqual([]);
  });

  test("is cut before the line that would exceed the limit", () => {
    expect(counts(...text(999, 999, 999, 1000))).toEqual([4]);
    expect(counts(...text(999, 999, 999, 1001))).toEqual([3, 1]);
    expect(counts(...text(...Array(10).fill(500)))).toEqual([7, 3]);
  });

  test("is rather cut between two paragraphs, once it is half as long", () => {
    expect(counts(...text(999, 999, 0, 999))).toEqual([4]);
    expect(counts(...text(999, 1000, 0, 999))).toEqual([2, 2]);
    expect(counts(...text(999, 1000), "  \t", line(999))).toEqual([2, 2]);
    expect(counts(...text(99, 0, 99))).toEqual([3]);
  });

  test("keeps a line that is too long: it stays plain between its neighbours", () => {
    expect(cut("before", line(4001), "after")).toEqual([
      ...[markdown("before"), plain(line(4001)), markdown("after")],
    ]);
    expect(cut(line(4000))).toEqual([markdown(line(4000))]);
  });

  test("with deeply nested marks has marks only up to a depth", () => {
    expect(cut(`${"> ".repeat(9)}deep`)).toEqual([markdown(`${"> ".repeat(8)}\\> deep`)]);
    expect(cut(`${"> ".repeat(8)}deep`)).toEqual([markdown(`${"> ".repeat(8)}deep`)]);
    expect(cut(`${" ".repeat(30)}far`)).toEqual([markdown(`${" ".repeat(24)}far`)]);
  });
});

describe("fenced code", () => {
  test("stays unchanged, including blank lines and marks", () => {
    const code = ["```", ...text(999, 1000), "", "> ".repeat(9), ...text(900), "```"];
    expect(cut(...code, "after")).toEqual([markdown([...code, "after"].join("\n"))]);
  });

  test("that does not fit starts a new piece", () => {
    const code = (length: number) => ["```", line(length), "```"];
    expect(counts(line(999), ...code(3000))).toEqual([4]);
    expect(counts(line(999), ...code(3001))).toEqual([1, 3]);
  });

  test("that is too long is a separate piece, up to its end or that of the text", () => {
    const inner = text(3000, 1000).join("\n");
    const code = { kind: "code" as const, text: inner };
    expect(cut("before", "```", inner, "```", "after")).toEqual([
      ...[markdown("before"), code, markdown("after")],
    ]);
    expect(cut("~~~", inner)).toEqual([code]);
    expect(cut("```", inner.slice(1), "```")).toMatchObject([{ kind: "markdown" }]);
  });

  test("ends at a fence of the same kind and at least the same length", () => {
    const open = ["````", "```", "~~~~", "```` not", "> ".repeat(9)];
    expect(cut(...open)).toEqual([markdown(open.join("\n"))]);
    const [closed, behind] = [["````", "`````"], "> ".repeat(9).trim()];
    expect(cut(...closed, behind)[0]?.text).toBe(`${closed.join("\n")}\n${"> ".repeat(8)}\\>`);
  });

  test("does not start on a line with another fence mark after the first", () => {
    expect(cut("```a``` b", "> ".repeat(9).trim())[0]?.text).toEndWith("\\>");
    expect(cut("~~~a~~~ b", "> ".repeat(9).trim())[0]?.text).toEndWith(" >");
  });
});
