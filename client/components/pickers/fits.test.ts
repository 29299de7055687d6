import { expect, test } from "bun:test";
import { closest, fits } from "./fits.ts";

test.each([
  ["", "Ana Ferreira", true],
  ["fer ana", "Ana Ferreira", true],
  ["muller", "Jürgen Müller", true],
  ["Élodie", "elodie@perrin.test", true],
  ["soren strasse", "Søren, Lange Straße", true],
  ["anna", "Ana Ferreira", false],
])("%p in %p: %p", (typed, text, expected) => expect(fits(typed, text)).toBe(expected));

test("names that start with the text come before names with a word that does", () => {
  const people: [string, string][] = [
    ["Mark Lund", "mark@desk.test"],
    ["Clara Best", "clara@desk.test"],
    ["Bo Arvid", "bo@desk.test"],
    ["Zoe Lind", "arno@desk.test"],
    ["Ári Best", "best@desk.test"],
    ["Eve Moss", "eve@desk.test"],
  ];
  const found = closest(" Ar", people, (person) => person);
  expect(found.map(([name]) => name)).toEqual([
    ...["Ári Best", "Bo Arvid", "Mark Lund", "Clara Best", "Zoe Lind"],
  ]);
  expect(closest("", people, (person) => person)).toEqual([...people]);
});
