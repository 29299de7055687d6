import { afterAll, beforeAll, expect, test } from "bun:test";
import { restoreDesk } from "../../server/backup/restore-desk.ts";
import { withSnapshot } from "../../server/backup/snapshot.ts";
import { createMigrator, migrationFiles } from "../../server/db/migrate.ts";
import { insertTicket, insertUser } from "../support/builders.ts";
import { shapeOf } from "../support/desk-copies.ts";
import { createTestDatabase, type TestDatabase, testPostgres } from "../support/postgres.ts";

let earlier: TestDatabase;
let place: TestDatabase;
let fresh: TestDatabase;

beforeAll(async () => {
  earlier = await createTestDatabase();
  place = await createTestDatabase({ migrated: false });
  fresh = await createTestDatabase();
}, 120_000);
afterAll(() => Promise.all([earlier.drop(), place.drop(), fresh.drop()]));

test("a backup of an earlier release is restored and migrated", async () => {
  const requester = await insertUser(earlier.db);
  const created_at = new Date("2026-11-01T10:00:00Z");
  const last_resolved_at = new Date("2026-11-01T11:00:00Z");
  const { id } = await insertTicket(earlier.db, {
    ...{ requester_id: requester.id, status: "resolved", created_at, last_resolved_at },
  });
  const since = "20261101T1200-jobs";
  const names = Object.keys(await migrationFiles.getMigrations()).sort();
  const before = names[names.indexOf(since) - 1];
  const { error } = await createMigrator(earlier.owner).migrateTo(before ?? "");
  expect(error).toBeUndefined();

  const { appRole } = await testPostgres();
  const { ownerUrl } = place;
  await withSnapshot(earlier.ownerUrl, (desk) => {
    expect(desk.migrations).not.toContain(since);
    return restoreDesk({ ownerUrl, appRole }, desk, { now: new Date(), goesOn: false });
  });
  const ticket = await place.db
    .selectFrom("tickets")
    .select(["id", "resolution_time"])
    .executeTakeFirstOrThrow();
  expect(ticket).toEqual({ id, resolution_time: 3_600_000_000 });
  const { sequences: _, ...shape } = await shapeOf(fresh.db);
  expect(await shapeOf(place.db)).toMatchObject(shape);
}, 120_000);
