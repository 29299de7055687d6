import { expect, test } from "bun:test";
import { conflictValue } from "./open-dialogs.ts";

test("a conflicting time is shown in the reader's time zone, other values as they are", () => {
  const said = (value: string) => conflictValue("snoozedUntil", value, "Asia/Tokyo");
  expect(said("2026-12-24T18:30:00.000Z")).toBe("Friday, 25 December 2026 at 03:30");
  expect(said("Not snoozed")).toBe("Not snoozed");
  expect(conflictValue("subject", "2026-12-24", "Asia/Tokyo")).toBe("2026-12-24");
  expect(conflictValue("assigneeId", "", "Asia/Tokyo")).toBe("none");
});
