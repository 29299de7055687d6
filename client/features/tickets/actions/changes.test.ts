import { expect, test } from "bun:test";
import { ticketTypes } from "../../../../shared/tickets/vocabulary.ts";
import { setType } from "./changes.ts";

test("each type is told with its article", () => {
  expect(ticketTypes.map((type) => setType(type).done(12))).toEqual([
    ...["#12 is a Question", "#12 is an Incident", "#12 is a Problem", "#12 is a Task"],
  ]);
});
