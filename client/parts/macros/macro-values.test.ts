import { expect, test } from "bun:test";
import type { Macro } from "../../../shared/macros.ts";
import { saveMacroInput } from "../../../shared/schemas/macros.ts";
import { ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { emptyMacro, macroInputOf, macroValuesOf } from "./macro-values.ts";

const kept = (changes: Macro["changes"]): Macro => ({
  ...{ id: Bun.randomUUIDv7(), name: "Solved", body: "", shared: true, owner: null },
  ...{ editable: true, changes },
});

test("a macro sets no state that sending never sets: a ticket begins as New, and closing is asked first", () => {
  const input = macroInputOf({ ...emptyMacro, name: "Solved" }, null);
  const isTaken = (status: string) =>
    saveMacroInput.safeParse({ ...input, changes: { status } }).success;
  expect(ticketStatuses.filter(isTaken)).toEqual(["open", "pending", "on-hold", "resolved"]);
});

test("one of before that would have closed is saved as what it does", () => {
  expect(macroValuesOf(kept({ status: "closed" })).status).toBeNull();
  expect(macroValuesOf(kept({ status: "resolved" })).status).toBe("resolved");
});
