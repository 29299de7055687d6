import type { Actor, ActorDeps } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { readActor } from "../read-actor.ts";

/** Somebody of the demo at work, by the same commands as anybody. */
export async function actingAs(db: Db, email: string, now: Date): Promise<ActorDeps> {
  return { db, actor: await findActor(db, email), now, sessionId: null, requestId: "demo" };
}

export async function findActor(db: Db, email: string): Promise<Actor> {
  const user = await db
    .selectFrom("users")
    .select(["id", "role", "company_scope"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return await readActor(db, user);
}
