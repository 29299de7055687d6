import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normalizeName } from "../normalize-name.ts";
import { type Language, operatorsOf } from "./operators.ts";
import { printName, printQuery } from "./print.ts";
import { distinctTerms, parseQuery, queryLimits } from "./query.ts";
import type { Term, Value } from "./terms.ts";
import { type Moment, type Test, weekdays } from "./values.ts";
import { queryOfView, viewsIn } from "./views.ts";

const languages: Language[] = ["staff", "customer"];
const staff = (text: string) => parseQuery(text, "staff");
const operator = (operator: string, ...values: Value[]) => ({
  kind: "operator",
  not: false,
  operator,
  values,
});
const choice = (choice: string): Value => ({ kind: "choice", choice });

test("a query can have three phrases, and one that is repeated counts once", () => {
  expect(staff('"a b" "c d" -"e f" "A b"').problems).toEqual([]);
  const text = '"a b" "c d" -"e f" word "g h" "i j"';
  expect(staff(text).problems).toEqual([
    {
      ...{ start: 24, end: 29, suggestion: null },
      message: "A search can have at most 3 phrases in quotes.",
    },
  ]);
});

test("words of other search languages are problems, with the right form to choose", () => {
  const fixed = (text: string) => {
    const [problem] = staff(text).problems;
    if (!problem) return text;
    const { start, end, suggestion } = problem;
    return suggestion === null ? null : text.slice(0, start) + suggestion + text.slice(end);
  };
  expect(fixed("NOT tag:stock printer")).toBe("-tag:stock printer");
  expect(fixed("printer NOT -tag:stock")).toBe("printer tag:stock");
  expect(fixed("tag:a OR tag:b,c")).toBe("tag:a,b,c");
  expect(fixed('-tag:"a b" OR tag:c x')).toBe('-tag:"a b",c x');
  expect(fixed("printer OR label")).toBeNull();
  expect(fixed("tag:a OR -tag:b")).toBeNull();
  expect(fixed("printer AND NOT tag:a")).toBe("printer NOT tag:a");
  expect(fixed("from:ana")).toBe("requester:ana");
  expect(fixed('-customer:"Ana Ruiz"')).toBe('-requester:"Ana Ruiz"');
  expect(fixed("is:closed")).toBe("status:closed");
  expect(fixed("has:file")).toBe("has:attachment");
  expect(fixed("priority:critical")).toBe("priority:urgent");
  for (const text of ["OR", "NOT", "AND printer", "OR printer", "printer OR", "this or that"])
    expect(fixed(text)).toBe(text);
  expect(staff('printer "OR" label').problems).toEqual([]);
  expect(staff("tag:a OR statuz:open").problems).toHaveLength(1);
  expect(parseQuery("label:a", "customer").problems).toEqual([]);
});

test("terms that repeat an earlier one are dropped, whatever their case", () => {
  const { terms } = staff('Printer printer -printer "a b" "A B" is:open is:open #1 #1 1');
  expect(printQuery(distinctTerms(terms))).toBe('printer -printer "A B" is:open #1 1');
});

describe("a query", () => {
  test.each<[string, unknown[]]>([
    ["", []],
    ["  ", []],
    ['""', []],
    [
      "labels blank",
      [
        { kind: "word", not: false, text: "labels" },
        { kind: "word", not: false, text: "blank" },
      ],
    ],
    ['"print  blank', [{ kind: "phrase", not: false, text: "print blank" }]],
    ['-"a b"', [{ kind: "phrase", not: true, text: "a b" }]],
    [
      "-word -",
      [
        { kind: "word", not: true, text: "word" },
        { kind: "word", not: false, text: "-" },
      ],
    ],
    ["#1042", [{ kind: "number", not: false, number: 1042 }]],
    [
      "1042 #12a",
      [
        { kind: "word", not: false, text: "1042" },
        { kind: "word", not: false, text: "#12a" },
      ],
    ],
    [
      "10:30 https://a.test/b",
      [
        { kind: "word", not: false, text: "10:30" },
        { kind: "word", not: false, text: "https://a.test/b" },
      ],
    ],
    ["error:timeout", [{ kind: "word", not: false, text: "error:timeout" }]],
    ["-error:timeout", [{ kind: "word", not: true, text: "error:timeout" }]],
    ["status:open,pending", [operator("status", choice("open"), choice("pending"))]],
    ["STATUS:Open,,", [operator("status", choice("open"))]],
    ['status:" On hold "', [operator("status", choice("on-hold"))]],
    ["-is:snoozed", [{ ...operator("is", choice("snoozed")), not: true }]],
    ["assignee:me,none", [operator("assignee", { kind: "me" }, { kind: "none" })]],
    ['assignee:"me"', [operator("assignee", { kind: "name", name: "me" })]],
    [
      'company:"Nordlicht Klinik",acme',
      [
        operator(
          "company",
          { kind: "name", name: "Nordlicht Klinik" },
          { kind: "name", name: "acme" },
        ),
      ],
    ],
    ["company:Mu\u0308ller", [operator("company", { kind: "name", name: "Müller" })]],
    ['company:"A, B"', [operator("company", { kind: "name", name: "A, B" })]],
    [
      "created:>2026-01-01",
      [
        operator("created", {
          kind: "time",
          test: { kind: "compared", comparison: ">", of: { kind: "day", day: "2026-01-01" } },
        }),
      ],
    ],
    [
      "created:<-1h",
      [
        operator("created", {
          kind: "time",
          test: { kind: "compared", comparison: "<", of: { kind: "ago", amount: 1, unit: "h" } },
        }),
      ],
    ],
    [
      "created:2026-01-01..today",
      [
        operator("created", {
          kind: "time",
          test: {
            kind: "range",
            from: { kind: "day", day: "2026-01-01" },
            to: { kind: "named", name: "today" },
          },
        }),
      ],
    ],
    [
      "replies:1 reopened:>0",
      [
        operator("replies", { kind: "count", test: { kind: "is", of: 1 } }),
        operator("reopened", { kind: "count", test: { kind: "compared", comparison: ">", of: 0 } }),
      ],
    ],
    [
      "created-hour:tue-14",
      [operator("created-hour", { kind: "hour", hour: { weekday: "tue", hour: 14 } })],
    ],
    [
      "open-at:2026-01-31",
      [
        operator("open-at", {
          kind: "time",
          test: { kind: "is", of: { kind: "day", day: "2026-01-31" } },
        }),
      ],
    ],
    ['"  a  b "', [{ kind: "phrase", not: false, text: "a b" }]],
    [
      '"a""b"',
      [
        { kind: "phrase", not: false, text: "a" },
        { kind: "phrase", not: false, text: "b" },
      ],
    ],
    [
      "a - b",
      [
        { kind: "word", not: false, text: "a" },
        { kind: "word", not: false, text: "-" },
        { kind: "word", not: false, text: "b" },
      ],
    ],
    // Not typing mistakes: too short, an address, or without a value.
    ["iss:open", [{ kind: "word", not: false, text: "iss:open" }]],
    ["staus://a", [{ kind: "word", not: false, text: "staus://a" }]],
    ["staus:", [{ kind: "word", not: false, text: "staus:" }]],
    ['company:" acme  co "', [operator("company", { kind: "name", name: "acme co" })]],
    ["assignee:ME,None", [operator("assignee", { kind: "me" }, { kind: "none" })]],
    ["team:me", [operator("team", { kind: "name", name: "me" })]],
    ["requester:none", [operator("requester", { kind: "name", name: "none" })]],
  ])("%j is parsed", (text, terms) => {
    const parsed = staff(text);
    expect(parsed.problems).toEqual([]);
    expect(parsed.terms).toEqual(terms as Term[]);
  });

  test.each<[string, string, string, string | null]>([
    ["open asignee:me x", "asignee:me", "“asignee:” isn't a filter.", "assignee:me"],
    ["-staus:open", "-staus:open", "“staus:” isn't a filter.", "-status:open"],
    ["staus:open,", "staus:open,", "“staus:” isn't a filter.", "status:open,"],
    ["status:opne", "status:opne", "“opne” isn't a status.", "status:open"],
    ["-status:opne", "-status:opne", "“opne” isn't a status.", "-status:open"],
    ["status:OPNE", "status:OPNE", "“OPNE” isn't a status.", "status:open"],
    ["tagg:vip", "tagg:vip", "“tagg:” isn't a filter.", "tag:vip"],
    ["assignee:", "assignee:", "“assignee:” needs a value. Try assignee:me.", null],
    ["priority:highest", "priority:highest", "“highest” isn't a priority.", "priority:urgent"],
    ["priority:purple", "priority:purple", "“purple” isn't a priority.", null],
    ["is:closed", "is:closed", "“is:closed” isn't a filter.", "status:closed"],
    ["-is:snozed", "-is:snozed", "“is:snozed” isn't a filter.", "-is:snoozed"],
    ["has:wings", "has:wings", "“has:wings” isn't a filter.", null],
    ["status:", "status:", "“status:” needs a value. Try status:new.", null],
    [
      'company:" "',
      'company:" "',
      '“company:” needs a value. Try company:"Nordlicht Klinik".',
      null,
    ],
    [
      "created:2026-02-30",
      "created:2026-02-30",
      "“2026-02-30” isn't a date. Try created:>2026-01-01 or created:yesterday.",
      null,
    ],
    [
      "open-at:>2026-02-01",
      "open-at:>2026-02-01",
      "“>2026-02-01” isn't a date. Try open-at:2026-01-31.",
      null,
    ],
    ["replies:many", "replies:many", "“many” isn't a number. Try replies:1.", null],
    [
      "created-hour:tue-24",
      "created-hour:tue-24",
      "“tue-24” isn't a weekday and hour. Try created-hour:tue-14.",
      null,
    ],
  ])("%j: the error points at its word", (text, word, message, suggestion) => {
    const [problem, ...more] = staff(text).problems;
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ message, suggestion });
    expect(text.slice(problem?.start, problem?.end)).toBe(word);
  });

  test("has at most the server's limits", () => {
    const { terms, problems } = staff("a ".repeat(35));
    expect(terms).toHaveLength(30);
    const message = "A search can have at most 30 words and filters.";
    expect(problems).toEqual([{ start: 60, end: 70, message, suggestion: null }]);
    const most = `tag:${"a,".repeat(queryLimits.values)}`;
    expect(staff(most).problems).toEqual([]);
    expect(staff(`${most}b`).problems).toMatchObject([
      { message: "“tag:” can have at most 50 values.", suggestion: null },
    ]);
  });

  test("has the position of each term", () => {
    const text = 'labels -status:open  "a b"';
    const { spans } = staff(text);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      "labels",
      "-status:open",
      '"a b"',
    ]);
  });

  test("of a Customer treats staff operators as words", () => {
    for (const text of ["priority:high", "tag:billing", "-team:x", "waiting:us", "has:tag"]) {
      const { terms, problems } = parseQuery(text, "customer");
      expect(problems).toEqual([]);
      expect(terms.map(({ kind }) => kind)).toEqual(["word"]);
    }
    expect(parseQuery("is:snoozed", "customer").problems).toHaveLength(1);
    const words = JSON.stringify(parseQuery("is:snoozed is:spam", "customer").problems);
    expect(words).not.toMatch(/overdue|merged|mentioned/);
  });

  test("accepts any name, whatever characters it has", () => {
    const name = fc
      .string({ unit: fc.constantFrom(..."ab\"', :-.<>#", "ü"), minLength: 1, maxLength: 12 })
      .map((text) => text.replace(/ +/g, " ").trim())
      .filter((text) => text !== "");
    fc.assert(
      fc.property(fc.oneof(name, fc.constantFrom("me", "None", '"', '""')), (asked) => {
        const { terms, problems } = parseQuery(`company:${printName(asked)} is:open`, "staff");
        expect(problems).toEqual([]);
        expect(terms).toHaveLength(2);
        expect(terms[0]).toMatchObject({ values: [{ kind: "name", name: asked }] });
      }),
    );
  });

  test("of a built-in view is readable", () => {
    for (const language of languages) {
      for (const view of viewsIn(language)) {
        const query = queryOfView(view, language);
        const { terms, problems } = parseQuery(query ?? "?", language);
        expect(problems).toEqual([]);
        expect(printQuery(terms)).toBe(query ?? "?");
      }
    }
  });
});

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const moment: fc.Arbitrary<Moment> = fc.oneof(
  day.map((iso): Moment => ({ kind: "day", day: iso.slice(0, 10) })),
  day.map((iso): Moment => ({ kind: "month", month: iso.slice(0, 7) })),
  day.map((iso): Moment => ({ kind: "minute", minute: iso.slice(0, 16) })),
  fc.record({
    kind: fc.constant("ago" as const),
    amount: fc.nat(9999),
    unit: fc.constantFrom("m" as const, "h" as const, "d" as const, "w" as const),
  }),
  fc.record({
    kind: fc.constant("named" as const),
    name: fc.constantFrom("now" as const, "today" as const, "yesterday" as const),
  }),
);
const testOf = <Of>(of: fc.Arbitrary<Of>): fc.Arbitrary<Test<Of>> =>
  fc.oneof(
    fc.record({ kind: fc.constant("is" as const), of }),
    fc.record({
      kind: fc.constant("compared" as const),
      comparison: fc.constantFrom("<" as const, ">" as const, "<=" as const, ">=" as const),
      of,
    }),
    fc.record({ kind: fc.constant("range" as const), from: of, to: of }),
  );

const plainName = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll('"', "").replace(/\s+/g, " ").trim())
  .filter((text) => text !== "");

function termOf(language: Language): fc.Arbitrary<Term> {
  const operators = operatorsOf(language).map(([name, { takes, choices = [], me, none }]) => {
    const values: Record<typeof takes, fc.Arbitrary<Value>> = {
      choice: fc.constantFrom("", ...choices).map(choice),
      name: fc.oneof(
        plainName.map((name): Value => ({ kind: "name", name: normalizeName(name) })),
        ...(me ? [fc.constant<Value>({ kind: "me" })] : []),
        ...(none ? [fc.constant<Value>({ kind: "none" })] : []),
      ),
      time: testOf(moment).map((test): Value => ({ kind: "time", test })),
      moment: moment.map((of): Value => ({ kind: "time", test: { kind: "is", of } })),
      number: testOf(fc.nat(999_999)).map((test): Value => ({ kind: "count", test })),
      hour: fc
        .record({ weekday: fc.constantFrom(...weekdays), hour: fc.nat(23) })
        .map((hour): Value => ({ kind: "hour", hour })),
    };
    return fc
      .array(values[takes], { minLength: 1, maxLength: 3 })
      .filter((all) => all.every((value) => value.kind !== "choice" || value.choice !== ""))
      .map((all) => ({ kind: "operator" as const, operator: name, values: all }));
  });
  const positive = fc.oneof(
    fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N}.@_/-]{0,12}$/u).map((text) => ({
      kind: "word" as const,
      text,
    })),
    plainName.map((text) => ({ kind: "phrase" as const, text })),
    fc.nat(999_999).map((number) => ({ kind: "number" as const, number })),
    ...operators,
  );
  return fc.tuple(fc.boolean(), positive).map(([not, term]) => ({ not, ...term }) as Term);
}

describe("for every query", () => {
  test.each(languages)("of %s, printing and parsing gives the same query", (language) => {
    fc.assert(
      fc.property(fc.array(termOf(language), { maxLength: 8 }), (terms) => {
        fc.pre(terms.filter(({ kind }) => kind === "phrase").length <= queryLimits.phrases);
        const parsed = parseQuery(printQuery(terms), language);
        expect(parsed.problems).toEqual([]);
        expect(parsed.terms).toEqual(terms);
      }),
      { numRuns: 500 },
    );
  });

  test.each(languages)("that %s can type, printing again changes nothing", (language) => {
    const typed = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '"',
            "-",
            ":",
            ",",
            " ",
            "..",
            "<",
            ">",
            "#",
            "status:",
            "company:",
            "me",
          ),
          fc.string({ unit: "grapheme", maxLength: 6 }),
        ),
        { maxLength: 20 },
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(typed, (text) => {
        const { terms, problems } = parseQuery(text, language);
        for (const { start, end } of problems) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        const again = parseQuery(printQuery(terms), language);
        expect(again.problems).toEqual([]);
        expect(again.terms).toEqual(terms);
      }),
      { numRuns: 2000 },
    );
  });
});
