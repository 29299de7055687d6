import type { SessionInfo } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { describeDevice } from "./device.ts";

/** One's own. */
export async function listSessions(
  deps: ActorDeps & { sessionId: string },
): Promise<SessionInfo[]> {
  return await readSessionsOf(deps.db, deps.actor.id, deps.sessionId, deps.now);
}

/** What was used last comes first; `ownSessionId` is the one of whoever looks. */
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
