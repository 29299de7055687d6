import { expect, test } from "bun:test";
import type { Macro } from "../../../shared/macros.ts";
import { macrosFitting } from "./MacroList.tsx";

const macro = (name: string, body: string, changes: Macro["changes"] = {}): Macro => ({
  ...{ id: name, name, body, changes },
  ...{ shared: true, owner: null, editable: true },
});
const macros = [
  macro("Ärger mit dem Drucker", "Please restart it."),
  macro("Lost parcel", "We look\nfor it.", { addTags: ["carriers"] }),
  macro("Close by phone", "Thanks for calling.", { status: "resolved" }),
];
const found = (search: string) => macrosFitting(macros, search).map(({ name }) => name);

test("a macro is found by every word of its name, text and changes", () => {
  expect(found(" ")).toEqual(macros.map(({ name }) => name));
  expect(found("arger DRUCK")).toEqual(["Ärger mit dem Drucker"]);
  expect(found("carriers look for")).toEqual(["Lost parcel"]);
  expect(found("Resolved")).toEqual(["Close by phone"]);
  expect(found("parcel phone")).toEqual([]);
});
