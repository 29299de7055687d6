import { beforeAll } from "bun:test";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { actingAs } from "./acting.ts";
import { insertUser, type UserRow } from "./builders.ts";
import type { TestDatabase } from "./postgres.ts";
import { setUpTestDatabase } from "./test-database.ts";

interface AdminDesk {
  database: TestDatabase;
  /** A Super Admin, and the deps of their commands. */
  admin: UserRow;
  deps: JobDeps;
}

/** A workspace whose only user is a Super Admin. All of it is there once the tests run. */
export function setUpAdminDesk(): AdminDesk {
  const database = setUpTestDatabase();
  const desk: AdminDesk = { database, admin: {} as UserRow, deps: {} as JobDeps };
  beforeAll(async () => {
    Object.assign(desk.admin, await insertUser(database.db, { role: "Super Admin" }));
    Object.assign(desk.deps, await actingAs(database.db, desk.admin));
  }, 60_000);
  return desk;
}
