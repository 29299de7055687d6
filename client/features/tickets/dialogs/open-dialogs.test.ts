import { expect, test } from "bun:test";
import { conflictValue, defaultTarget, type MergeTicket } from "./open-dialogs.ts";

test("a conflicting time is shown in the reader's time zone, other values as they are", () => {
  const said = (value: string) => conflictValue("snoozedUntil", value, "Asia/Tokyo");
  expect(said("2026-12-24T18:30:00.000Z")).toBe("Friday, 25 December 2026 at 03:30");
  expect(said("Not snoozed")).toBe("Not snoozed");
  expect(conflictValue("subject", "2026-12-24", "Asia/Tokyo")).toBe("2026-12-24");
  expect(conflictValue("assigneeId", "", "Asia/Tokyo")).toBe("none");
});

test("a merge keeps the ticket that is open, of several the older one, and never a closed one first", () => {
  const requester = { id: "ana", name: "Ana Ferreira", role: "Customer" as const };
  const ticket = (number: number, status: MergeTicket["status"]): MergeTicket => ({
    ...{ id: `t${number}`, number, subject: "Help", status, requester, company: null },
  });
  const kept = (...statuses: MergeTicket["status"][]) =>
    defaultTarget(statuses.map((status, place) => ticket(place + 1, status))).number;
  expect(kept("resolved", "open")).toBe(2);
  expect(kept("closed", "resolved", "pending", "open")).toBe(3);
  expect(kept("open", "new")).toBe(1);
  expect(kept("closed", "resolved")).toBe(2);
});
