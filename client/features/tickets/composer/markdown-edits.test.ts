import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  continueList,
  type Edit,
  formatSelection,
  type MarkdownFormat,
  markdownFormats,
  pasteLink,
  type Selected,
  typeMark,
} from "./markdown-edits.ts";

/** `[` and `]` stand around what is selected; one `|` is the caret. */
function read(marked: string): Selected {
  const caret = marked.indexOf("|");
  if (caret >= 0) return { text: marked.replace("|", ""), start: caret, end: caret };
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return { text: marked.replace("[", "").replace("]", ""), start, end };
}

function apply({ text }: Selected, { from, to, insert, select }: Edit): Selected {
  const [start, end] = select;
  return { text: text.slice(0, from) + insert + text.slice(to), start, end };
}

function show({ text, start, end }: Selected): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
}

function format(kind: MarkdownFormat, marked: string): string {
  const selected = read(marked);
  return show(apply(selected, formatSelection(kind, selected)));
}

describe("the toolbar formats the selection", () => {
  test.each([
    ["bold", "print [again] now", "print **[again]** now"],
    ["bold", "print **[again]** now", "print [again] now"],
    ["bold", "print [**again**] now", "print [again] now"],
    ["bold", "print[ again ]now", "print **[again]** now"],
    ["bold", "a|b", "a**|**b"],
    ["italic", "[one]", "_[one]_"],
    ["code", "run [bun start]", "run `[bun start]`"],
    ["bullets", "[one\ntwo]", "[- one\n- two]"],
    ["bullets", "o[ne\ntw]o", "[- one\n- two]"],
    ["bullets", "[- one\n- two]", "[one\ntwo]"],
    ["bullets", "[1. one\n2. two]", "[- one\n- two]"],
    ["numbers", "[one\n\ntwo]", "[1. one\n\n2. two]"],
    ["quote", "one|", "> one|"],
    ["bullets", "|", "- |"],
  ] as const)("%s: %s", (kind, before, after) => {
    expect(format(kind, before)).toBe(after);
  });

  test("a link uses the selection as its text, or as its URL", () => {
    const apply1 = (text: string, start: number, end: number) =>
      apply({ text, start, end }, formatSelection("link", { text, start, end }));
    expect(apply1("see here", 4, 8)).toEqual({ text: "see [here](https://)", start: 11, end: 19 });
    expect(apply1("https://desk.test/1", 0, 19)).toEqual({
      text: "[](https://desk.test/1)",
      start: 1,
      end: 1,
    });
  });

  test("several lines of code get fences of their own", () => {
    const text = "run\na\nb\nthen";
    const after = apply(
      { text, start: 4, end: 7 },
      formatSelection("code", { text, start: 4, end: 7 }),
    );
    expect(after.text).toBe("run\n```\na\nb\n```\nthen");
  });

  test("no format loses text, whatever is selected", () => {
    const anything = fc
      .tuple(fc.string({ unit: fc.constantFrom(..."ab \n-*>1.`_") }), fc.nat(30), fc.nat(30))
      .map(([text, a, b]) => {
        const [start = 0, end = 0] = [a, b]
          .map((at) => Math.min(at, text.length))
          .sort((x, y) => x - y);
        return { text, start, end };
      });
    fc.assert(
      fc.property(anything, fc.constantFrom(...markdownFormats), (selected, kind) => {
        const edit = formatSelection(kind, selected);
        const after = apply(selected, edit);
        const letters = (text: string) => text.replace(/[^ab]/g, "");
        if (kind !== "link") expect(letters(after.text)).toBe(letters(selected.text));
        else expect(after.text).toContain(selected.text.slice(selected.start, selected.end));
        expect(edit.from).toBeLessThanOrEqual(edit.to);
        expect(after.start).toBeGreaterThanOrEqual(0);
        expect(after.end).toBeLessThanOrEqual(after.text.length);
        expect(after.start).toBeLessThanOrEqual(after.end);
      }),
      { numRuns: 500 },
    );
  });

  test("a list at the very start, above an empty line, begins at the start", () => {
    const edit = formatSelection("bullets", { text: "\n", start: 0, end: 0 });
    expect(edit).toMatchObject({ from: 0, to: 0, insert: "- " });
  });

  test("bold twice restores the text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,12}$/), fc.nat(12), fc.nat(12), (text, a, b) => {
        const [start = 0, end = 0] = [a, b]
          .map((at) => Math.min(at, text.length))
          .sort((x, y) => x - y);
        const once = apply({ text, start, end }, formatSelection("bold", { text, start, end }));
        expect(apply(once, formatSelection("bold", once)).text).toBe(text);
      }),
    );
  });
});

describe("Enter continues a list", () => {
  test.each([
    ["- one|", "- one\n- |"],
    ["  * one|", "  * one\n  * |"],
    ["9. one|", "9. one\n10. |"],
    ["> said|", "> said\n> |"],
    ["- one\n- |", "- one\n\n|"],
    ["- on|e", "- on\n- |e"],
  ])("%s", (before, after) => {
    const selected = read(before);
    const edit = continueList(selected);
    expect(edit && show(apply(selected, edit))).toBe(after);
  });

  test.each(["plain|", "-no blank|", "[- one]", "|- one"])("not in %s", (before) => {
    expect(continueList(read(before))).toBeNull();
  });
});

describe("pasting a URL over text makes it a link", () => {
  function paste(marked: string, pasted: string): string | null {
    const selected = read(marked);
    const edit = pasteLink(selected, pasted);
    return edit && show(apply(selected, edit));
  }

  test.each([
    ["see [the guide] now", "https://desk.test/1", "see [the guide](https://desk.test/1)| now"],
    ["see[ the guide ]now", " https://desk.test/1\n", "see [the guide](https://desk.test/1)| now"],
    ["[the guide]", "mailto:ana@harbour.test", "[the guide](mailto:ana@harbour.test)|"],
    ["[the guide]", "https://desk.test/a_(b)", "[the guide](<https://desk.test/a_(b)>)|"],
  ])("%s, %s", (before, pasted, after) => {
    expect(paste(before, pasted)).toBe(after);
  });

  test.each([
    ["nothing is selected", "see |", "https://desk.test/1"],
    ["what is pasted is more than an address", "[guide]", "https://desk.test/1 and 2"],
    ["what is pasted is no address", "[guide]", "handbook"],
    ["an address takes the place of another", "[https://desk.test/1]", "https://desk.test/2"],
    ["an address takes the place of its beginning", "[https://]", "https://desk.test/2"],
    ["lines are selected", "[one\ntwo]", "https://desk.test/1"],
  ])("not where %s", (_why, before, pasted) => {
    expect(paste(before, pasted)).toBeNull();
  });

  test("but not over text with brackets, which would end the link early", () => {
    const text = "a [b] c";
    expect(pasteLink({ text, start: 0, end: text.length }, "https://desk.test/1")).toBeNull();
  });
});

describe("a list mark typed after Enter has set one is not doubled", () => {
  test.each([
    ["- one\n- -|", "- one\n- |"],
    ["  * one\n  * *|", "  * one\n  * |"],
    ["1. one\n2. 2.|", "1. one\n2. |"],
  ])("%s", (before, after) => {
    const selected = read(before);
    const edit = typeMark(selected);
    expect(edit && show(apply(selected, edit))).toBe(after);
  });

  test.each(["- -|", "one\n- -|", "- one\n- *|", "1. one\n2. 3.|", "> one\n> >|", "- one\n- a -|"])(
    "not in %s",
    (before) => {
      expect(typeMark(read(before))).toBeNull();
    },
  );
});
