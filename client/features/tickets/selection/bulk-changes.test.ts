import { expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import {
  addTag,
  assign,
  setPriority,
  setStatus,
  setTeam,
  setValue,
  snooze,
} from "../actions/changes.ts";
import { closeEffect } from "../dialogs/CloseDialog.tsx";
import { changeEach } from "./bulk-changes.ts";

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
  const given = changeEach(setTeam(harbour));
  expect(given.act).toEqual({ kind: "patch", patch: { teamId: "t1" } });
  expect(given.show(row)).toEqual({ ...row, team: harbour });
  expect(given.done("3 tickets")).toBe("Moved 3 tickets to team Harbour");
  const taken = changeEach(setTeam(null));
  expect(taken.show({ ...row, team: harbour })).toEqual(row);
  expect(taken.done("#1284")).toBe("Cleared the team of #1284");
  const typed = changeEach(setValue("type", "incident"));
  expect(typed.show(row)).toEqual({ ...row, type: "incident" });
  expect(typed.done("3 tickets")).toBe("Set the type of 3 tickets to Incident");
});

test("other fields of closed tickets stay, and a status changes only where it can", () => {
  const me = { id: "maya", name: "Maya" };
  const row = {
    status: "closed",
    priority: "low",
    assignee: null,
    tags: ["a"],
  } as unknown as TicketRow;
  const changes = [setPriority("high"), assign(me, me), snooze("2027-01-01T00:00:00Z")];
  for (const change of changes) expect(changeEach(change).show(row)).toEqual(row);
  expect(changeEach(setStatus("open", me)).show(row)).toEqual(row);
  expect(changeEach(addTag("b")).show(row)?.tags).toEqual(["a", "b"]);
  const open = { ...row, status: "open" } as const;
  expect(changeEach(setStatus("closed", me)).show(open)).toEqual(open);
  expect(changeEach(setStatus("resolved", me)).show(open)).toMatchObject({
    ...{ status: "resolved", assignee: me, waitingFor: null },
  });
});
