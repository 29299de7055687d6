import { expect, test } from "bun:test";
import { excerptAround, marksIn, takeMarks, typedIn, wordsIn } from "./mark.ts";

/** What Postgres would be asked about. */
const candidates = (text: string, typed: string) =>
  wordsIn(text, typedIn(typed)).flatMap(({ plain }) => plain ?? []);

test("words that share the typed ones are candidates, as Postgres reads them", () => {
  expect(candidates("A customer asks customs about Custom forms", "customs")).toEqual([
    "customs",
    "custom",
  ]);
  expect(candidates("srv/queue/dead.log, v4.17.2", "queue v4 17")).toEqual(["queue", "v4", "17"]);
  expect(candidates("3½ m² at №5, 77⁹ of CO₂", "½ m² №5 ⁹ co2")).toEqual([
    "1",
    "m2",
    "No",
    "5",
    "9",
    "CO2",
  ]);
  expect(candidates("Grüße aus Ko\u0308ln, δρόμος", "koln ΔΡΟΜΟΣ")).toEqual(["Köln", "δρόμος"]);
  expect(candidates("nothing of it", "🚀")).toEqual([]);
});

test("an excerpt has words before the first marked one, and marks that survive changes", () => {
  const text = `${"one ".repeat(30)}the okapi and the okapis ${"two ".repeat(30)}`;
  const words = wordsIn(text, typedIn("okapi"));
  const marked = excerptAround(text, words, ({ plain }) => plain !== null);
  const { text: shown, marks } = takeMarks(marked);
  expect(shown).toBe(`${"one ".repeat(10)}the okapi and the okapis${" two".repeat(9)}`);
  expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(["okapi", "okapis"]);
  expect(marksIn(words, ({ plain }) => plain === "okapi")).toEqual([[124, 129]]);
});

test("without a marked word, an excerpt is the beginning", () => {
  const text = `- ${"one ".repeat(30)}`;
  const words = wordsIn(text, typedIn("okapi"));
  expect(excerptAround(text, words, () => false)).toBe("one ".repeat(12).trim());
});
