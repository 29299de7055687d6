import { expect, test } from "bun:test";
import { closeQuestion } from "./bulk-changes.ts";

test("of one ticket it is asked as of one, of several as of several", () => {
  expect(closeQuestion(1)).toEqual({
    description:
      "Its conversation ends here. What the customer writes later opens a new ticket that is linked to this one.",
    keep: "Leave it as it is",
  });
  expect(closeQuestion(3)).toEqual({
    description:
      "Their conversations end here. What a customer writes later opens a new ticket. Only resolved tickets can be closed; the others are named and stay.",
    keep: "Leave them as they are",
  });
});
