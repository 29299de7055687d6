import { expect, test } from "bun:test";
import type { Invitation } from "../../../shared/users.ts";
import type { UserActs } from "./use-user-acts.ts";
import { userChoices } from "./user-choices.ts";

function mailOf(invitation: Invitation): string | undefined {
  const user = { state: "invited", mayCopyLink: false, invitation } as const;
  return userChoices(user, {} as UserActs, false)[0]?.label;
}

test("an invitation is sent again only where one was sent before", () => {
  expect(mailOf({ is: "never" })).toBe("Send invitation");
  expect(mailOf({ is: "void" })).toBe("Resend invitation");
});
