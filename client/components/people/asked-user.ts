import type { CompanyRef } from "../../../shared/users.ts";
import { createOwnStore } from "../../data/session/forget.ts";

/** Who is to be made on the page of users: another page asks for it, and leads there. */
interface AskedUser {
  company: CompanyRef;
  /** What they were looked for by. */
  typed: string;
}

const askedUser = createOwnStore<AskedUser | null>(null);

export function askForUser(user: AskedUser): void {
  askedUser.set(user);
}

/** Once. */
export function takeAskedUser(): AskedUser | null {
  const asked = askedUser.get();
  askedUser.set(null);
  return asked;
}
