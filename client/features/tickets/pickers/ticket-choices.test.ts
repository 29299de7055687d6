import { expect, test } from "bun:test";
import { offeredTickets } from "./TicketChoices.tsx";

const ticket = (id: string, of: string) => ({ id, of });
const [one, two, three, four] = [
  ticket("one", "Ben"),
  ticket("two", "Ana"),
  ticket("three", "Cleo"),
  ticket("four", "Ana"),
] as const;
const isAnas = ({ of }: { of: string }) => of === "Ana";
const ids = (tickets: readonly { id: string }[]) => tickets.map(({ id }) => id);

test("what is near stands before the others, which keep their order", () => {
  expect(ids(offeredTickets([], [one, two, three, four], isAnas))).toEqual([
    ...["two", "four", "one", "three"],
  ]);
});

test("what is known to be near comes first of all, and once, found or not", () => {
  const known = [four, ticket("five", "Ana")];
  expect(ids(offeredTickets(known, [one, two, four], isAnas))).toEqual([
    ...["four", "five", "two", "one"],
  ]);
});
