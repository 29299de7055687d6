import { expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase } from "../../tests/support/postgres.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { openDesk } from "./open-desk.ts";

test("tables in the owner's schema, where the server does not look, are reported with the fix", async () => {
  const { url, ownerUrl, name, owner, drop } = await createTestDatabase({ migrated: false });
  const log = createLog("error");
  const open = () => openDesk(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }), log);
  await sql`create schema frontdesk_owner`.execute(owner);
  await expect(open()).rejects.toThrow(
    "frontdesk_app does not look where the tables are: alter role frontdesk_app set search_path = frontdesk_owner.",
  );
  await sql.raw(`alter database ${name} set search_path = frontdesk_owner`).execute(owner);
  const desk = await open();
  expect(await desk.db.selectFrom("users").select("id").execute()).toEqual([]);
  await desk.close();
  await drop();
}, 30_000);
