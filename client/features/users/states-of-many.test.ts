import { describe, expect, test } from "bun:test";
import type { User, UserState } from "../../../shared/users.ts";
import { statesOfMany } from "./states-of-many.ts";

const user = (id: string, state: UserState) => ({ id, state }) as User;
const listed = [user("ada", "active"), user("ben", "disabled"), user("cleo", "invited")];
const of = (...ids: string[]) => statesOfMany(new Set(ids), listed);

describe("of the users chosen", () => {
  test("those who are disabled can be enabled, and the others disabled", () => {
    expect(of("ben")).toEqual({ mayDisable: false, toEnable: ["ben"], toInvite: [] });
    expect(of("ada", "cleo")).toMatchObject({ mayDisable: true, toEnable: [] });
    expect(of("ada", "ben")).toEqual({ mayDisable: true, toEnable: ["ben"], toInvite: [] });
  });

  test("those who have not come in yet can be invited", () => {
    expect(of("ada", "cleo")).toEqual({ mayDisable: true, toEnable: [], toInvite: ["cleo"] });
  });

  test("all is offered where not all have come to the list", () => {
    const both = ["ada", "dora"];
    expect(of("ada", "dora")).toEqual({ mayDisable: true, toEnable: both, toInvite: both });
  });
});
