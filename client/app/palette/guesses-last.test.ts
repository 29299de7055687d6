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

test("tickets that have the words typed stand before people and places", () => {
  expect(order(false)).toEqual(["Tickets", "Users", "Go to"]);
});

test("tickets that have others, which may have been meant, stand behind what begins as it was typed", () => {
  expect(order(true)).toEqual(["Users", "Go to", "Tickets"]);
});
