import { expect, test } from "bun:test";
import { canChangeOwned } from "./can-change-owned.ts";

test("what is one's own no Super Admin changes, and what everybody sees no other agent", () => {
  const admin = { id: "admin", role: "Super Admin" } as const;
  const maya = { id: "maya", role: "Agent" } as const;
  const henrik = { id: "henrik", role: "Agent" } as const;
  const may = (shared: boolean) =>
    [maya, henrik, admin].filter((actor) => canChangeOwned(actor, { ownerId: maya.id, shared }));
  expect(may(false)).toEqual([maya]);
  expect(may(true)).toEqual([maya, admin]);
});
