import { expect, test } from "bun:test";
import { saidOf } from "./conflicts.ts";

test("a time is told as whoever reads it has it, and what is no time as it is", () => {
  const said = (value: string) => saidOf("snoozedUntil", value, "Asia/Tokyo");
  expect(said("2026-12-24T18:30:00.000Z")).toBe("Friday, 25 December 2026 at 03:30");
  expect(said("Not snoozed")).toBe("Not snoozed");
  expect(saidOf("subject", "2026-12-24", "Asia/Tokyo")).toBe("2026-12-24");
  expect(saidOf("assigneeId", "", "Asia/Tokyo")).toBe("nothing");
});
