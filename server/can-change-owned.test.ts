import { expect, test } from "bun:test";
import { canChangeOwned } from "./can-change-owned.ts";

test("a Super Admin cannot change private things of others, and another agent not shared ones", () => {
  const admin = { id: "admin", role: "Super Admin" } as const;
  const maya = { id: "maya", role: "Agent" } as const;
  const henrik = { id: "henrik", role: "Agent" } as const;
  const may = (shared: boolean) =>
    [maya, henrik, admin].filter((actor) => canChangeOwned(actor, { ownerId: maya.id, shared }));
  expect(may(false)).toEqual([maya]);
  expect(may(true)).toEqual([maya, admin]);
});
