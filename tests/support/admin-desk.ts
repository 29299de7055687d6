import type { JobDeps } from "../../server/jobs/handlers.ts";
import { actingAs } from "./acting.ts";
import { insertUser, type UserRow } from "./builders.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

export interface AdminDesk {
  database: TestDatabase;
  /** A Super Admin, and the deps of their commands. */
  admin: UserRow;
  deps: JobDeps;
}

/** A workspace whose only user is a Super Admin. */
export async function createAdminDesk(): Promise<AdminDesk> {
  const database = await createTestDatabase();
  const admin = await insertUser(database.db, { role: "Super Admin" });
  return { database, admin, deps: await actingAs(database.db, admin) };
}
