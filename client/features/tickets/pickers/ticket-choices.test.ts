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

test("near tickets come first, the others keep their order", () => {
  expect(ids(offeredTickets([], [one, two, three, four], isAnas))).toEqual([
    ...["two", "four", "one", "three"],
  ]);
});

test("tickets known to be near come first, once, found or not", () => {
  const known = [four, ticket("five", "Ana")];
  expect(ids(offeredTickets(known, [one, two, four], isAnas))).toEqual([
    ...["four", "five", "two", "one"],
  ]);
});
