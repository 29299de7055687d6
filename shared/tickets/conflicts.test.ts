import { describe, expect, test } from "bun:test";
import { type ChangeSince, conflictsOf, stoodBefore } from "./conflicts.ts";
import { planOpening } from "./opening.ts";
import type { TicketPatch } from "./page.ts";
import type { ChangeKind } from "./state.ts";

const now = "2026-11-01T09:00:00.000000Z";
const opening = {
  ...{ subject: "Printer", requesterId: "ana", companyId: "harbour" },
  ...{ actorId: "ana", fields: {}, by: "customer" as const },
};
const ticket = { ...planOpening(opening, now).after, snoozedUntil: "2027-01-01T00:00:00.000000Z" };
const by = (actorId: string | null, ...kinds: ChangeKind[]): ChangeSince => ({ actorId, kinds });
const conflicts = (patch: TicketPatch, ...since: ChangeSince[]) =>
  conflictsOf(ticket, patch, "maya", since);

describe("a change made on an older version is in conflict", () => {
  test.each<[TicketPatch, ChangeKind]>([
    [{ subject: "Another" }, "subject"],
    [{ status: "pending" }, "status"],
    [{ priority: "high" }, "priority"],
    [{ type: "task" }, "type"],
    [{ companyId: "kestrel" }, "company"],
    [{ requesterId: "ben" }, "requester"],
    [{ assigneeId: "maya" }, "assigned"],
    [{ teamId: "printers" }, "team"],
    [{ snoozedUntil: null }, "snoozed"],
  ])("where somebody set that field: %j", (patch, kind) => {
    const [field] = Object.keys(patch);
    expect<unknown>(conflicts(patch, by("noor", kind))).toEqual([{ field, by: "noor" }]);
  });

  test("and names who set it last, the desk as nobody", () => {
    const since = [by("noor", "status"), by(null, "priority", "status"), by("finn", "tags")];
    expect(conflicts({ status: "pending" }, ...since)).toEqual([{ field: "status", by: null }]);
  });

  test("of one's own doing there is none", () => {
    expect(conflicts({ status: "pending" }, by("maya", "status"))).toEqual([]);
    const since = [by("noor", "status"), by("maya", "status")];
    expect(conflicts({ status: "pending" }, ...since)).toEqual([{ field: "status", by: "noor" }]);
  });

  test("other fields do not matter, nor do tags and followers", () => {
    const patch: TicketPatch = { priority: "high", addTags: ["vip"], addFollowers: ["ben"] };
    expect(conflicts(patch, by("noor", "status", "tags", "followers"))).toEqual([]);
  });

  test("the same value is none, however its time is written", () => {
    const since = by("noor", "snoozed", "status", "team", "subject");
    expect(conflicts({ status: "new", teamId: null, subject: "Printer" }, since)).toEqual([]);
    expect(conflicts({ snoozedUntil: "2027-01-01T01:00:00+01:00" }, since)).toEqual([]);
    expect(conflicts({ snoozedUntil: "2027-01-01T01:00:00Z" }, since)).toHaveLength(1);
    const awake = { ...ticket, snoozedUntil: null };
    expect(conflictsOf(awake, { snoozedUntil: null }, "maya", [since])).toEqual([]);
  });

  test("a value that was changed back is none", () => {
    const changes = [
      { kind: "priority", from: "normal", to: "high" },
      { kind: "subject", from: "Printer", to: "Scanner" },
      { kind: "priority", from: "high", to: "normal" },
      { kind: "tags", added: ["vip"], removed: [] },
    ] as const;
    const stood = stoodBefore(changes);
    expect(stood).toEqual({ priority: "normal", subject: "Printer" });
    const since = [by("noor", "priority", "subject")];
    const renamed = { ...ticket, subject: "Scanner" };
    const patch: TicketPatch = { priority: "low", subject: "Fax" };
    expect(conflictsOf(renamed, patch, "maya", since, stood)).toEqual([
      { field: "subject", by: "noor" },
    ]);
    const awake = { ...ticket, snoozedUntil: null };
    const snoozed = [by("noor", "snoozed")];
    const until: TicketPatch = { snoozedUntil: "2027-02-01T00:00:00Z" };
    expect(conflictsOf(awake, until, "maya", snoozed, { snoozedUntil: null })).toEqual([]);
    expect(conflictsOf(ticket, until, "maya", snoozed, { snoozedUntil: null })).toHaveLength(1);
  });

  test("words that only read as times are words", () => {
    const renamed = { ...ticket, subject: "2026-11-01 00:00Z" };
    const since = [by("noor", "subject")];
    const patch = { subject: "2026-11-01" };
    expect(conflictsOf(renamed, patch, "maya", since)).toHaveLength(1);
  });
});
