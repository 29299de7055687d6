import type { CompanyRef } from "../../../shared/users.ts";
import { createUserStore } from "../../data/session/forget.ts";

/** A new user that another page asks the users' page to create. */
interface RequestedUser {
  company: CompanyRef;
  /** The text they were searched by. */
  typed: string;
}

const askedUser = createUserStore<RequestedUser | null>(null);

export function askForUser(user: RequestedUser): void {
  askedUser.set(user);
}

/** Returns the request once. */
export function takeRequestedUser(): RequestedUser | null {
  const asked = askedUser.get();
  askedUser.set(null);
  return asked;
}
