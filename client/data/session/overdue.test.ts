import { expect, test } from "bun:test";
import { urgencyOf } from "./overdue.ts";

test("a reply is calm until half of the overdue time, then soon, then overdue", () => {
  const now = Date.parse("2026-11-28T12:00:00.000Z");
  const since = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  const urgency = (hours: number, waitingFor: "us" | "customer" | null = "us") =>
    urgencyOf({ waitingFor, waitingSince: since(hours) }, 8, now);
  expect([0, 4, 4.1, 8, 8.1].map((hours) => urgency(hours))).toEqual([
    "calm",
    "calm",
    "soon",
    "soon",
    "overdue",
  ]);
  expect(urgency(100, "customer")).toBe("calm");
  expect(urgencyOf({ waitingFor: "us", waitingSince: since(100) }, null, now)).toBe("calm");
});
