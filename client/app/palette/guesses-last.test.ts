import { expect, test } from "bun:test";
import { guessesLast } from "./use-palette-entries.ts";

const group = (heading: string, ...labels: string[]) => ({
  heading,
  entries: labels.map((label) => ({ id: label, label, run: () => {} })),
});
const groups = [
  group("#1042"),
  group("Tickets", "What she asks", "Show all tickets matching “asks”"),
  group("Users", "Asa Berg"),
  group("Everywhere"),
  group("Go to", "Assigned to me"),
];
const order = (areGuessed: boolean) =>
  guessesLast(groups, areGuessed).map(({ heading }) => heading);

test("tickets that match the typed words come before people and pages", () => {
  expect(order(false)).toEqual(["Tickets", "Users", "Go to"]);
});

test("tickets found by a suggested spelling come after what matches the typed text", () => {
  expect(order(true)).toEqual(["Users", "Go to", "Tickets"]);
});
