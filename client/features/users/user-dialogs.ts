import type { CopyableLink, User, UserRecord } from "../../../shared/users.ts";
import { createUserStore } from "../../data/session/forget.ts";
import type { UserValues } from "./user-form.ts";

/** The open dialog. At most one is open at a time. */
type UserDialogState =
  | { kind: "new"; preset: Partial<UserValues> }
  | { kind: "edit"; user: User }
  | { kind: "delete"; user: User }
  | { kind: "reset"; user: UserRecord }
  | { kind: "copy-link"; user: UserRecord }
  | { kind: "link"; user: User; link: CopyableLink };

export const userDialog = createUserStore<UserDialogState | null>(null);

/** Links created while another dialog was open. Each is shown once. */
const linksToShow = createUserStore<readonly UserDialogState[]>([]);

export function openUserDialog(state: UserDialogState): void {
  userDialog.set(state);
}

/** Waits if another dialog is open. */
export function showLink(user: User, link: CopyableLink): void {
  const state = { kind: "link" as const, user, link };
  if (userDialog.get() === null) userDialog.set(state);
  else linksToShow.set([...linksToShow.get(), state]);
}

export function closeUserDialog(): void {
  const [next = null, ...rest] = linksToShow.get();
  linksToShow.set(rest);
  userDialog.set(next);
}
