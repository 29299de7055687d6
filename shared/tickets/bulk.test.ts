import { expect, test } from "bun:test";
import { type BulkAct, bulkTitle } from "./bulk.ts";
import type { BulkPatch } from "./fields.ts";

const patch = (patch: BulkPatch): BulkAct => ({ kind: "patch", patch });

test.each<[BulkAct, string]>([
  [{ kind: "spam" }, "Marking 1,204 tickets as spam"],
  [{ kind: "not-spam" }, "Taking 1,204 tickets out of spam"],
  [{ kind: "merge", targetId: "target" }, "Merging 1,204 tickets"],
  [patch({ status: "resolved" }), "Setting 1,204 tickets to Resolved"],
  [patch({ priority: "urgent" }), "Setting 1,204 tickets to Urgent priority"],
  [patch({ assigneeId: "maya" }), "Assigning 1,204 tickets"],
  [patch({ assigneeId: null }), "Unassigning 1,204 tickets"],
  [patch({ addTags: ["vip"] }), "Tagging 1,204 tickets"],
  [patch({ removeTags: ["vip"] }), "Tagging 1,204 tickets"],
  [patch({ teamId: "harbour" }), "Setting the team of 1,204 tickets"],
  [patch({ addTags: [], removeTags: [], teamId: null }), "Setting the team of 1,204 tickets"],
  [patch({ type: "task" }), "Setting the type of 1,204 tickets"],
  [patch({ snoozedUntil: "2027-01-01T00:00:00Z" }), "Snoozing 1,204 tickets"],
  [patch({ snoozedUntil: null }), "Snoozing 1,204 tickets"],
])("a job on tickets, %j, is described in words: %s", (act, words) => {
  expect(bulkTitle(act, 1204)).toBe(words);
});

test("a job on one ticket speaks of one", () => {
  expect(bulkTitle({ kind: "spam" }, 1)).toBe("Marking 1 ticket as spam");
});
