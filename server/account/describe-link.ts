import type { Deps } from "../actor.ts";
import { readLink } from "../auth/links.ts";
import type { SignedIn } from "../auth/session.ts";

interface LinkDescription {
  kind: "reset" | "invitation" | "first-admin";
  email: string | null;
  firstName: string | null;
  /** Whether somebody, not to say who, is signed in where the link was opened. */
  isSignedIn: boolean;
}

interface LinkDeps extends Deps {
  signedIn: SignedIn | null;
}

/** What the page behind a mailed link says, to whoever holds its token. */
export async function describeLink(
  { db, now, signedIn }: LinkDeps,
  token: string,
): Promise<LinkDescription> {
  const { kind, userId } = await readLink(db, token, now);
  const isSignedIn = signedIn !== null;
  if (!userId) return { kind, email: null, firstName: null, isSignedIn };
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { kind, email: user.email, firstName: user.first_name, isSignedIn };
}
