import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { Viewer } from "../../shared/users.ts";
import { givingWay } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import type { SignedInDeps, VisitorDeps } from "./deps.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browser.ts";
import type { StartedSession } from "./session.ts";
import { describeDevice } from "./sessions.ts";

interface Browser {
  userAgent: string;
  knownCookie: string | undefined;
  /** The session this browser had until now; it ends when a new one starts. */
  previousSessionId: string | null;
}

interface SignedInBrowser {
  session: StartedSession;
  knownCookie: string;
  user: Viewer;
}

/** A wrong password and an unknown address get the same words in the same time. */
export async function signIn(
  deps: VisitorDeps,
  input: { email: string; password: string },
  browser: Browser,
): Promise<SignedInBrowser> {
  const { services, now, ipAddress, network } = deps;
  const account = await findAccount(services.db, input.email);
  const attempt = {
    account: input.email,
    ipAddress,
    network,
    knownBrowser: isKnownBrowser(services.knownBrowserKey, browser.knownCookie, account),
  };
  const usable = account?.state === "active" ? account.password_hash : null;
  const matches = await services.throttle.attempt(attempt, now, () =>
    services.passwords.verify(input.password, usable),
  );
  if (!matches || !account) {
    await recordFailure(deps, browser, input.email, account?.id ?? null);
    throw new AppError("wrong_credentials");
  }
  const session = await givingWay(() =>
    services.db.transaction().execute((tx) => enter(tx, deps, account, browser)),
  );
  const signedIn = await services.sessions.validate(session.token);
  if (!signedIn) throw new AppError("wrong_credentials");
  return {
    session,
    knownCookie: rememberBrowser(services.knownBrowserKey, browser.knownCookie, account),
    user: toViewer(signedIn.viewer),
  };
}

/** In one transaction: starts a session, ends the browser's previous one, and records both. */
async function enter(
  tx: Tx,
  deps: VisitorDeps,
  account: Account,
  browser: Browser,
): Promise<StartedSession> {
  const { services, now, network } = deps;
  // First, so that simultaneous sign-ins wait here instead of deadlocking on each other's sessions.
  await tx.updateTable("users").set({ last_seen_at: now }).where("id", "=", account.id).execute();
  const session = await services.sessions.start(
    account,
    { userAgent: browser.userAgent, network },
    tx,
  );
  const actorId = account.id;
  const { previousSessionId: previous } = browser;
  const displaced = previous && (await services.sessions.end(previous, tx));
  if (displaced) {
    const subject = { kind: "user", id: displaced } as const;
    await recordAct(tx, { act: "session.ended", actorId, subject }, deps);
  }
  await recordAct(
    tx,
    {
      act: "session.signed-in",
      actorId,
      subject: { kind: "user", id: account.id },
      personal: { network, device: describeDevice(browser.userAgent) },
    },
    deps,
  );
  return session;
}

/** The fields of the signed-in person that REST returns. */
export function toViewer({ id, firstName, lastName, email, role, companies }: Viewer): Viewer {
  return { id, firstName, lastName, email, role, companies };
}

interface Account {
  id: string;
  role: Role;
  state: "invited" | "active" | "disabled";
  password_hash: string | null;
}

async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return await db
    .selectFrom("users")
    .select(["id", "role", "state", "password_hash"])
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

async function recordFailure(
  deps: VisitorDeps,
  browser: Browser,
  typedAddress: string,
  userId: string | null,
): Promise<void> {
  const entry: AuditEntry = {
    act: "session.sign-in-failed",
    actorId: null,
    subject: { kind: "user", id: userId },
    personal: {
      personId: userId,
      network: deps.network,
      device: describeDevice(browser.userAgent),
      typedAddress: userId ? undefined : typedAddress,
    },
  };
  await deps.services.db.transaction().execute((tx) => recordAct(tx, entry, deps));
}

export async function signOut(deps: SignedInDeps): Promise<void> {
  const { services, sessionId } = deps;
  await services.db.transaction().execute(async (tx) => {
    const userId = await services.sessions.end(sessionId, tx);
    if (!userId) return;
    const subject = { kind: "user", id: userId } as const;
    await recordAct(tx, { act: "session.signed-out", actorId: userId, subject }, deps);
  });
}
