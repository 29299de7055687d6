import { expect, test } from "bun:test";
import { type UserBulkAct, userBulkDone, userBulkTitle } from "./user-bulk.ts";

test.each<[UserBulkAct, string, string]>([
  [
    { kind: "role", role: "Agent" },
    "Setting the role of 1,204 users to Agent",
    "Role of 1,204 users set to Agent",
  ],
  [
    { kind: "add-company", companyId: "acme" },
    "Adding 1,204 users to a company",
    "1,204 users added to the company",
  ],
  [
    { kind: "remove-company", companyId: "acme" },
    "Removing 1,204 users from a company",
    "1,204 users removed from the company",
  ],
  [{ kind: "state", state: "disabled" }, "Disabling 1,204 users", "1,204 users disabled"],
  [{ kind: "invite" }, "Inviting 1,204 users", "1,204 users invited"],
  [{ kind: "state", state: "active" }, "Enabling 1,204 users", "1,204 users enabled"],
])("a bulk action's result uses the verb of its button: %j", (act, title, done) => {
  expect([userBulkTitle(act, 1204), userBulkDone(act, 1204)]).toEqual([title, done]);
});
