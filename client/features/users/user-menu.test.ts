import { expect, test } from "bun:test";
import type { Invitation } from "../../../shared/users.ts";
import { type UserActions, userMenu } from "./use-user-actions.ts";

function mailOf(invitation: Invitation): string | undefined {
  const user = { state: "invited", canCopyLink: false, invitation } as const;
  return userMenu(user, {} as UserActions, false)[0]?.label;
}

test("the menu says Resend only if an invitation was sent before", () => {
  expect(mailOf({ is: "never" })).toBe("Send invitation");
  expect(mailOf({ is: "void" })).toBe("Resend invitation");
});
