import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { openDatabase } from "../db/database.ts";
import { checkDatabase } from "./check-database.ts";

const database = setUpTestDatabase();

const inDatabase = (words: string, { name, owner }: TestDatabase) =>
  sql.raw(`alter database ${name} ${words}`).execute(owner);

function checkAt({ url, ownerUrl }: TestDatabase) {
  return checkDatabase({ databaseOwnerUrl: ownerUrl, databaseDirectUrl: null }, url);
}

describe("a database with unusual read and write settings", () => {
  test.each([
    ["default_transaction_isolation", "serializable", "read committed"],
    ["default_transaction_read_only", "on", "off"],
    ["bytea_output", "escape", "hex"],
  ])("such as %s = %s is refused with the fix", async (name, wrong, right) => {
    await inDatabase(`set ${name} = '${wrong}'`, database);
    await expect(checkAt(database)).rejects.toThrow(
      `its ${name} is ${wrong}, and has to be ${right}: alter role frontdesk_app set ${name} = '${right}'`,
    );
    await inDatabase(`reset ${name}`, database);
    expect((await checkAt(database)).notices).toEqual([]);
  });

  test("such as a national date format is read like any other", async () => {
    const moment = sql<{ at: Date }>`select '2026-02-01T10:00:00Z'::timestamptz as at`;
    await inDatabase("set datestyle = 'German'", database);
    await inDatabase("set timezone = 'Asia/Kolkata'", database);
    const db = openDatabase({ url: database.url, size: 1 });
    expect((await moment.execute(db)).rows).toEqual([{ at: new Date("2026-02-01T10:00:00Z") }]);
    await db.destroy();
    await inDatabase("reset all", database);
  });
});

describe("a database with another encoding or locale", () => {
  const made = async (words: string) => {
    const bare = await createTestDatabase({ migrated: false });
    await sql.raw(`drop database ${bare.name} with (force)`).execute(database.owner);
    await sql
      .raw(`create database ${bare.name} template template0 locale_provider libc ${words}`)
      .execute(database.owner);
    return bare;
  };

  test("than UTF-8 is refused before there is a desk, and reported if there is one", async () => {
    const ascii = await made("locale 'C' encoding 'SQL_ASCII'");
    await expect(checkAt(ascii)).rejects.toThrow("stores text as SQL_ASCII, but must use UTF8");
    await sql`create table kysely_migration ()`.execute(ascii.owner);
    expect((await checkAt(ascii)).notices).toEqual([
      expect.stringContaining("stores text as SQL_ASCII"),
    ]);
    await ascii.drop();
  });

  test("that lowercases only English letters is reported", async () => {
    const plain = await made("locale 'C' encoding 'UTF8'");
    expect((await checkAt(plain)).notices).toEqual([expect.stringContaining("only from A to Z")]);
    await plain.drop();
  });
});
