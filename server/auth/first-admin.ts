import type { Db } from "../db/database.ts";
import { hasSuperAdmin } from "./commands.ts";
import { createLink, linkUrl } from "./links.ts";

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
