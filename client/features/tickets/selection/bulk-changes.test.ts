import { expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { closeQuestion, setTeamOf, setTypeOf } from "./bulk-changes.ts";

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

test("team and type of what is Closed change as well, and are told by their names", () => {
  const row = { status: "closed", team: null, type: "question" } as TicketRow;
  const harbour = { id: "t1", name: "Harbour" };
  const given = setTeamOf(harbour);
  expect(given.act).toEqual({ kind: "patch", patch: { teamId: "t1" } });
  expect(given.show(row)).toEqual({ ...row, team: harbour });
  expect(given.done("3 tickets")).toBe("Gave 3 tickets to Harbour");
  const taken = setTeamOf(null);
  expect(taken.show({ ...row, team: harbour })).toEqual(row);
  expect(taken.done("#1284")).toBe("No team has #1284 now");
  const typed = setTypeOf("incident");
  expect(typed.show(row)).toEqual({ ...row, type: "incident" });
  expect(typed.done("3 tickets")).toBe("Set 3 tickets to Incident");
});
