import { describe, expect, test } from "bun:test";
import type { User, UserState } from "../../../shared/users.ts";
import { selectionStates } from "./UserSelectionBar.tsx";

const user = (id: string, state: UserState) => ({ id, state }) as User;
const listed = [user("ada", "active"), user("ben", "disabled"), user("cleo", "invited")];
const of = (...ids: string[]) => selectionStates(new Set(ids), listed);

describe("among the selected users", () => {
  test("disabled users can be enabled, the others disabled", () => {
    expect(of("ben")).toEqual({ canDisable: false, toEnable: ["ben"], toInvite: [] });
    expect(of("ada", "cleo")).toMatchObject({ canDisable: true, toEnable: [] });
    expect(of("ada", "ben")).toEqual({ canDisable: true, toEnable: ["ben"], toInvite: [] });
  });

  test("users who have not signed in yet can be invited", () => {
    expect(of("ada", "cleo")).toEqual({ canDisable: true, toEnable: [], toInvite: ["cleo"] });
  });

  test("every action is offered if some users are not loaded", () => {
    const both = ["ada", "dora"];
    expect(of("ada", "dora")).toEqual({ canDisable: true, toEnable: both, toInvite: both });
  });
});
