import type { CopyableLink, User, UserRecord } from "../../shared/users.ts";
import { createOwnStore } from "../lib/session/forget.ts";

/** What is open above the list of users, if anything: one at a time. */
type UserDialogState =
  | { kind: "new" }
  | { kind: "edit"; user: User }
  | { kind: "delete"; user: User }
  | { kind: "reset"; user: UserRecord }
  | { kind: "copy-link"; user: UserRecord }
  | { kind: "link"; user: User; link: CopyableLink };

export const userDialog = createOwnStore<UserDialogState | null>(null);

export function openUserDialog(state: UserDialogState): void {
  userDialog.set(state);
}

export function closeUserDialog(): void {
  userDialog.set(null);
}
