import { expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { closeEffect } from "../dialogs/CloseDialog.tsx";
import { setTeamOf, setTypeOf } from "./bulk-changes.ts";

test("closing several tickets warns that only resolved ones are closed", () => {
  expect(closeEffect(1)).toBe(
    "Customers can no longer reply to this ticket; a reply starts a new one.",
  );
  expect(closeEffect(3)).toBe(
    "Customers can no longer reply to these tickets; a reply starts a new one. Only resolved tickets will be closed.",
  );
});

test("team and type of closed tickets can change", () => {
  const row = { status: "closed", team: null, type: "question" } as TicketRow;
  const harbour = { id: "t1", name: "Harbour" };
  const given = setTeamOf(harbour);
  expect(given.act).toEqual({ kind: "patch", patch: { teamId: "t1" } });
  expect(given.show(row)).toEqual({ ...row, team: harbour });
  expect(given.done("3 tickets")).toBe("Moved 3 tickets to team Harbour");
  const taken = setTeamOf(null);
  expect(taken.show({ ...row, team: harbour })).toEqual(row);
  expect(taken.done("#1284")).toBe("Cleared the team of #1284");
  const typed = setTypeOf("incident");
  expect(typed.show(row)).toEqual({ ...row, type: "incident" });
  expect(typed.done("3 tickets")).toBe("Set the type of 3 tickets to Incident");
});
