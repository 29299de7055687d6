import type { CompanyRef } from "../../../shared/users.ts";
import { createUserStore } from "../../data/session/forget.ts";

/** Who is to be made on the page of users: another page asks for it, and leads there. */
interface RequestedUser {
  company: CompanyRef;
  /** What they were looked for by. */
  typed: string;
}

const askedUser = createUserStore<RequestedUser | null>(null);

export function askForUser(user: RequestedUser): void {
  askedUser.set(user);
}

/** Once. */
export function takeRequestedUser(): RequestedUser | null {
  const asked = askedUser.get();
  askedUser.set(null);
  return asked;
}
