import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { CompanyScope, SessionInfo } from "../../shared/users.ts";
import { type Actor, type ActorDeps, toActor } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import type { SignedInDeps } from "./deps.ts";

/** The person's own sessions. */
export async function listSessions(
  deps: ActorDeps & { sessionId: string },
): Promise<SessionInfo[]> {
  return await readSessionsOf(deps.db, deps.actor.id, deps.sessionId, deps.now);
}

/** The most recently used session comes first; `ownSessionId` is the reader's. */
export async function readSessionsOf(
  db: Db,
  userId: string,
  ownSessionId: string,
  now: Date,
): Promise<SessionInfo[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "public_id", "user_agent", "network", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    device: describeDevice(row.user_agent),
    network: row.network,
    current: row.id === ownSessionId,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

/** Only a session of their own; anyone else's is not found. */
export async function endSession(deps: SignedInDeps, publicId: string): Promise<{ ended: number }> {
  return await transact(deps, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("public_id", "=", publicId)
      .where("user_id", "=", deps.actor.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
    await recordEnded(tx, deps);
    return { ended: 1 };
  });
}

export async function endOtherSessions(deps: SignedInDeps): Promise<{ ended: number }> {
  return await transact(deps, async (tx) => {
    const ended = await endSessionsOf(tx, deps.actor.id, deps.sessionId);
    if (ended > 0) await recordEnded(tx, deps);
    return { ended };
  });
}

async function recordEnded(tx: Tx, deps: SignedInDeps): Promise<void> {
  const { id } = deps.actor;
  await recordAct(tx, { act: "session.ended", actorId: id, subject: { kind: "user", id } }, deps);
}

/** Ends every session of a user, but `except`. */
export async function endSessionsOf(tx: Db | Tx, userId: string, except?: string): Promise<number> {
  let deletion = tx.deleteFrom("sessions").where("user_id", "=", userId);
  if (except) deletion = deletion.where("id", "<>", except);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Which of these sessions are still open, with each person's current permissions. */
export async function readOpenSessions(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Actor>> {
  const { rows } = await sql<OpenSession>`
    select s.id, u.id as "userId", u.role, u.company_scope as "companyScope", coalesce((
      select json_agg(json_build_object('id', uc.company_id, 'seesAllTickets', uc.sees_all_tickets)
        order by uc.company_id)
      from user_companies uc where uc.user_id = u.id
    ), '[]') as companies
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${[...sessionIds]}::text[]) and s.expires_at > ${now} and u.state = 'active'
  `.execute(db);
  return new Map(
    rows.map(({ id, userId, companies, ...user }) => [
      id,
      toActor({ id: userId, ...user }, companies),
    ]),
  );
}

interface OpenSession {
  id: string;
  userId: string;
  role: Role;
  companyScope: CompanyScope | null;
  companies: { id: string; seesAllTickets: boolean }[];
}

const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux": enough for people to recognise their devices. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Another program";
}
