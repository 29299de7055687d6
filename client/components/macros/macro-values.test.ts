import { expect, test } from "bun:test";
import type { Macro } from "../../../shared/macros.ts";
import { saveMacroInput } from "../../../shared/schemas/macros.ts";
import { ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { typedSince } from "../dialogs/typed-since.ts";
import { draftFrom, emptyMacro, macroInputOf, macroValuesOf } from "./macro-values.ts";

const kept = (changes: Macro["changes"]): Macro => ({
  ...{ id: Bun.randomUUIDv7(), name: "Solved", body: "", shared: true, owner: null },
  ...{ editable: true, changes },
});

test("a macro cannot set New or Closed", () => {
  const input = macroInputOf({ ...emptyMacro, name: "Solved" }, { id: null, values: emptyMacro });
  const isTaken = (status: string) =>
    saveMacroInput.safeParse({ ...input, changes: { status } }).success;
  expect(ticketStatuses.filter(isTaken)).toEqual(["open", "pending", "on-hold", "resolved"]);
});

test("an old macro that would have closed is saved without that status", () => {
  expect(macroValuesOf(kept({ status: "closed" })).status).toBeNull();
  expect(macroValuesOf(kept({ status: "resolved" })).status).toBe("resolved");
});

test("after a conflict, untouched fields get the current value and typed ones are kept", () => {
  const begun = draftFrom(kept({ priority: "low" })).values;
  const now = { ...begun, name: "Theirs", body: "Theirs", priority: "high" as const };
  const typed = { ...begun, body: "Mine" };
  expect(typedSince(typed, begun, now)).toEqual({ ...now, body: "Mine" });
});

test("without changes, the form saves what it started from", () => {
  const team = { id: Bun.randomUUIDv7(), name: "Billing" };
  const changes: Macro["changes"] = {
    team,
    assignee: { ...team, name: "Maya" },
    addTags: ["late"],
  };
  for (const macro of [kept(changes), kept({ assignee: "me" })]) {
    const begun = draftFrom(macro);
    const { id: _, base, ...input } = macroInputOf(begun.values, begun);
    expect(saveMacroInput.parse({ ...input, base })).toMatchObject(base ?? {});
  }
});
