import type { TestServer } from "./server.ts";
import type { Visitor } from "./visitor.ts";

/** A signed-in user without a sign-in call, for tests with a thousand of them. */
export async function signedIn(server: TestServer, { id }: { id: string }): Promise<Visitor> {
  const { sessions, antiForgery } = server.services;
  const account = await server.db
    .selectFrom("users")
    .select(["id", "role", "password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { token, sessionId } = await sessions.start(account, {
    userAgent: "a test",
    network: "127.0.0.0/24",
  });
  const visitor = server.visitor();
  visitor.cookies.set(sessions.cookieName, token);
  visitor.cookies.set("XSRF-TOKEN", antiForgery.issue(sessionId));
  return visitor;
}
