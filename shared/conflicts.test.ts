import { describe, expect, test } from "bun:test";
import { conflictingFields } from "./conflicts.ts";

const current = { name: "Acme", notes: "", phone: null as string | null };
const conflicts = (from: Partial<typeof current>, to: Partial<typeof current>) =>
  conflictingFields(Object.keys(to) as (keyof typeof current)[], { current, from, to });

describe("a change conflicts", () => {
  test("if the current value is neither the one seen nor the one wanted", () => {
    expect(conflicts({ name: "Akme" }, { name: "Acme Ltd" })).toEqual(["name"]);
    expect(conflicts({ name: "Acme" }, { name: "Acme Ltd" })).toEqual([]);
    expect(conflicts({ name: "Akme" }, { name: "Acme" })).toEqual([]);
  });

  test("in the fields it changes, and in no other", () => {
    expect(conflicts({ name: "Akme", notes: "" }, { notes: "New" })).toEqual([]);
    const from = { name: "Akme", notes: "Old", phone: "1" };
    expect(conflicts(from, { name: "A", phone: "2", notes: "B" })).toEqual([
      "name",
      "phone",
      "notes",
    ]);
  });

  test("not where nothing was seen: then it overwrites", () => {
    expect(conflicts({}, { name: "Acme Ltd", phone: "1" })).toEqual([]);
  });

  test("where no value was seen and there is one now, and the other way round", () => {
    expect(conflicts({ phone: "1" }, { phone: "2" })).toEqual(["phone"]);
    expect(conflicts({ phone: null }, { phone: "2" })).toEqual([]);
  });

  test("by the record's own idea of equal values", () => {
    const isSame = (one: unknown, other: unknown) =>
      String(one).toLowerCase() === String(other).toLowerCase();
    const values = { current, from: { name: "ACME" }, to: { name: "Other" } };
    expect(conflictingFields(["name"], values, isSame)).toEqual([]);
  });
});
