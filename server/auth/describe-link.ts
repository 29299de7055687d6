import type { Deps } from "../actor.ts";
import { readLink } from "./links.ts";

export interface LinkDescription {
  kind: "reset" | "invitation" | "first-admin";
  email: string | null;
  firstName: string | null;
}

/** What the page behind a mailed link says, to whoever holds its token. */
export async function describeLink({ db, now }: Deps, token: string): Promise<LinkDescription> {
  const { kind, userId } = await readLink(db, token, now);
  if (!userId) return { kind, email: null, firstName: null };
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { kind, email: user.email, firstName: user.first_name };
}
