import { expect, test } from "bun:test";
import { shortMoment } from "./short-moment.ts";

test("a moment to come is its weekday, and once that day comes again before it, its date", () => {
  const now = Date.parse("2026-11-25T08:00:00Z");
  const told = (at: string) => shortMoment(Date.parse(at), now, "Europe/Berlin");
  expect(told("2026-11-25T11:00:00Z")).toBe("Wed 12:00");
  expect(told("2026-11-30T08:00:00Z")).toBe("Mon 09:00");
  expect(told("2026-12-02T08:00:00Z")).toBe("2 Dec 09:00");
  expect(told("2027-11-23T08:00:00Z")).toBe("23 Nov 09:00");
  expect(told("2027-11-26T08:00:00Z")).toBe("26 Nov 2027");
});
