import type { SignedInDeps, VisitorDeps } from "../../server/auth/deps.ts";
import { createPasswords } from "../../server/auth/passwords.ts";
import { createSessions } from "../../server/auth/session.ts";
import { createThrottle } from "../../server/auth/throttling.ts";
import type { Db } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import type { Services } from "../../server/services.ts";

export interface AccountDesk {
  services: Services;
  /** What a command gets from the request. */
  visiting(): VisitorDeps;
  /** The same for a person in their own session. */
  signedIn(person: { id: string }): Promise<SignedInDeps & { publicId: string }>;
}

/** What account commands work with, over this database and without a server. */
export function accountDesk(db: Db, network = "10.9.8.0/24"): AccountDesk {
  const now = () => new Date();
  const log = createLog("error");
  const sessions = createSessions({ db, now, log, sessionDays: 30, https: false });
  const part: Pick<Services, "db" | "now" | "sessions" | "passwords" | "throttle"> = {
    ...{ db, now, sessions },
    ...{ passwords: createPasswords(), throttle: createThrottle(db) },
  };
  const services = part as Services;
  const visiting = () => ({ services, now: now(), requestId: "test", ipAddress: network, network });
  return {
    services,
    visiting,
    async signedIn({ id }) {
      const account = await db
        .selectFrom("users")
        .select(["id", "role", "password_hash"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const { token } = await sessions.start(account, { userAgent: "Firefox", network });
      const signedIn = await sessions.validate(token);
      if (!signedIn) throw new Error("The session was not found");
      return { ...visiting(), db, ...signedIn };
    },
  };
}

/** How many rows are stored about a user. */
export async function storedAccount(db: Db, { id }: { id: string }) {
  const user = await db
    .selectFrom("users")
    .select(["state", "password_hash", "password_set_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const sessions = await db
    .selectFrom("sessions")
    .select("public_id")
    .where("user_id", "=", id)
    .execute();
  const links = await db
    .selectFrom("links")
    .select(["kind", "used_at"])
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();
  const mails = await db
    .selectFrom("outgoing_mails")
    .select(["template", "state"])
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();
  return {
    ...user,
    sessions: sessions.length,
    openLinks: links.filter(({ used_at }) => used_at === null).length,
    mails: mails.map(({ template, state }) => `${template} ${state}`),
  };
}
