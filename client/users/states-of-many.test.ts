import { describe, expect, test } from "bun:test";
import type { User, UserState } from "../../shared/users.ts";
import { statesOfMany } from "./states-of-many.ts";

const user = (id: string, state: UserState) => ({ id, state }) as User;
const listed = [user("ada", "active"), user("ben", "disabled"), user("cleo", "invited")];
const of = (...ids: string[]) => statesOfMany(new Set(ids), listed);

describe("of the users chosen", () => {
  test("those who are disabled can be enabled, and the others disabled", () => {
    expect(of("ben")).toEqual({ mayDisable: false, toEnable: ["ben"] });
    expect(of("ada", "cleo")).toEqual({ mayDisable: true, toEnable: [] });
    expect(of("ada", "ben")).toEqual({ mayDisable: true, toEnable: ["ben"] });
  });

  test("both are offered where not all have come to the list", () => {
    expect(of("ada", "dora")).toEqual({ mayDisable: true, toEnable: ["ada", "dora"] });
  });
});
