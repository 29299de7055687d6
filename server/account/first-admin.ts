import { createLink, linkUrl } from "../auth/links.ts";
import type { Db, Tx } from "../db/database.ts";

/** For the start of a desk without a Super Admin: the way in for the first; null where there is one. */
export async function createFirstAdminLink(
  db: Db,
  origin: string,
  now: Date,
): Promise<string | null> {
  if (await hasSuperAdmin(db)) return null;
  const token = await createLink(db, { kind: "first-admin", userId: null, now });
  return linkUrl(origin, "first-admin", token);
}

const settled = new WeakSet<Db>();

/** Whether nobody can sign in yet. Asked by every visitor; once it is not so, it never is again. */
export async function awaitsFirstAdmin(db: Db): Promise<boolean> {
  if (settled.has(db)) return false;
  if (!(await hasSuperAdmin(db))) return true;
  settled.add(db);
  return false;
}

export async function hasSuperAdmin(db: Db | Tx): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Super Admin")
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
