import { expect, test } from "bun:test";
import { initialValues, staffValuesOf } from "../../../shared/tickets/fields.ts";
import { presentTicket } from "./present.ts";
import type { StaffOnly, StoredTicket } from "./row.ts";
import type { Names } from "./select-page.ts";

const names: Names = {
  people: { ana: "Ana Ruiz", maya: "Maya Chen" },
  companies: { harbour: "Harbour" },
  teams: { printers: "Printers" },
  tags: [
    [2, "blue"],
    [1, "vip"],
    [3, "wet"],
  ],
};
const row: StoredTicket = {
  ...{ id: "ticket", number: 7, subject: "It prints blank", status: "new", unread: false },
  ...{ updatedAt: "2026-11-01T08:00:00", createdAt: "2026-11-01T07:00:00" },
  ...{ requesterId: "ana", companyId: null, assigneeId: null },
  ...{ latestKind: null, latestText: null, latestAuthorId: null },
};
const forStaff: StaffOnly = {
  ...staffValuesOf(initialValues),
  ...{ teamId: null, tagNumbers: null },
  ...{ waitingFor: null, waitingSince: null, snoozedUntil: null, byEmail: false },
};

test("each row of a page gets its own names, in their order, or none", () => {
  const bare = presentTicket({ ...row, ...forStaff }, names, "maya");
  expect(bare).toMatchObject({ company: null, assignee: null, team: null, tags: [], latest: null });
  const given = { companyId: "harbour", assigneeId: "maya", teamId: "printers" };
  const full = presentTicket({ ...row, ...forStaff, ...given, tagNumbers: [1, 2] }, names, "maya");
  expect(full).toMatchObject({
    requester: { id: "ana", name: "Ana Ruiz" },
    company: { id: "harbour", name: "Harbour" },
    assignee: { id: "maya", name: "Maya Chen" },
    team: { id: "printers", name: "Printers" },
    tags: ["blue", "vip"],
  });
});

test("the latest message says who wrote it and whether it is a note", () => {
  const latest = (given: Partial<StoredTicket>) =>
    presentTicket({ ...row, latestText: "Hello", ...given }, names, "maya").latest;
  expect(latest({ latestKind: "note", latestAuthorId: "maya" })).toEqual({
    ...{ author: "Maya Chen", mine: true, note: true, text: "Hello" },
  });
  expect(latest({ latestKind: "public", latestAuthorId: "ana" })).toEqual({
    ...{ author: "Ana Ruiz", mine: false, note: false, text: "Hello" },
  });
});

test("a row without staff data stays without it", () => {
  expect(Object.keys(presentTicket(row, names, "ana"))).not.toContain("tags");
});
