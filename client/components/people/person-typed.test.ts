import { expect, test } from "bun:test";
import { personTyped } from "./person-typed.ts";

test("a new user starts with the text that was searched for", () => {
  expect(personTyped(" nora  van den berg ")).toEqual({
    ...{ firstName: "nora", lastName: "van den berg", email: "", phone: "" },
  });
  expect(personTyped("nora@berg.test")).toEqual({
    ...{ firstName: "", lastName: "", email: "nora@berg.test", phone: "" },
  });
  expect(personTyped("+46 (0)31 555 01-88 ")).toEqual({
    ...{ firstName: "", lastName: "", email: "", phone: "+46 (0)31 555 01-88" },
  });
  expect(personTyped("")).toEqual({ firstName: "", lastName: "", email: "", phone: "" });
});
