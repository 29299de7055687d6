import { describe, expect, test } from "bun:test";
import { marksOf } from "./Searched.tsx";

const marked = (text: string, search: string) =>
  marksOf(text, search).map(([start, end]) => text.slice(start, end));

describe("matches are highlighted", () => {
  test("word by word, anywhere in the text", () => {
    expect(marked("ana.ferreira@harbour.test", "ferr  ana")).toEqual(["ana", "ferr"]);
    expect(marked("Ana Ferreira", "")).toEqual([]);
    expect(marked("Ana Ferreira", "xyz")).toEqual([]);
  });

  test("ignoring case and accents on both sides", () => {
    expect(marked("Bjørn Müller", "MULL")).toEqual(["Müll"]);
    expect(marked("Muller", "müll")).toEqual(["Mull"]);
    expect(marked("Mu\u0308ller & Söhne", "sohn")).toEqual(["Söhn"]);
    expect(marked("ﬁnance", "fin")).toEqual(["ﬁn"]);
  });

  test("with plain letters for special ones", () => {
    expect(marked("Bjørn Strauß, Łódź", "bjorn strauss lodz")).toEqual(["Bjørn", "Strauß", "Łódź"]);
    expect(marked("Maersk", "mærsk")).toEqual(["Maersk"]);
  });

  test("once where words overlap or touch", () => {
    expect(marked("printers", "printer inters")).toEqual(["printers"]);
    expect(marked("aaa", "a")).toEqual(["aaa"]);
  });
});
