import { describe, expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { furtherActsOn, mostMerged } from "./bulk-actions.ts";

const row = (unread = false) => ({ unread }) as TicketRow;
const labels = (chosen: TicketRow[], total = chosen.length) =>
  furtherActsOn(chosen, total, () => () => {}).map(({ label }) => label);

describe("what the palette offers for the tickets chosen", () => {
  test("is what the bar below the list offers, merging too", () => {
    const sorting = ["Set team", "Set type"];
    expect(labels([row()])).toEqual([
      ...sorting,
      ...["Merge with…", "Mark as unread", "Mark as spam"],
    ]);
    expect(labels([row(), row(true)])).toEqual([
      ...sorting,
      ...["Merge…", "Mark as read", "Mark as spam"],
    ]);
  });

  test("is of spam that it is none and whether it is read; of some spam that too, but no merge", () => {
    const spam = { unread: true, spam: true } as TicketRow;
    expect(labels([spam])).toEqual(["Not spam", "Mark as read"]);
    // What has not come of a list of spam is spam too.
    expect(labels([spam, spam], 60)).toEqual(["Not spam", "Mark as read"]);
    expect(labels([spam, row()])).toEqual([
      ...["Set team", "Set type", "Mark as read", "Mark as spam", "Not spam"],
    ]);
  });

  test("is no merge where the bar has none: too many, or some that have not come to the list", () => {
    const most = Array.from({ length: mostMerged }, () => row());
    expect(labels(most)).toContain("Merge…");
    expect(labels([...most, row()])).not.toContain("Merge…");
    expect(labels([row(), row()], 3)).not.toContain("Merge…");
  });
});
