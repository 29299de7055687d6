import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Db } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { deleteOldAudit } from "./retention.ts";

const database = setUpTestDatabase();

const keepMonths = (audit_months: number | null) =>
  database.db.updateTable("desk").set({ audit_months }).execute();

/** This many months ago, in the middle of the month. */
async function writeEntry(monthsAgo: number): Promise<void> {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15, 12));
  const entry = {
    act: "team.created",
    actorId: null,
    subject: { kind: "team", id: null },
  } as const;
  const values = { after: { name: `${monthsAgo} months ago` } };
  await recordAct(database.db, { ...entry, values }, { now: at, requestId: "test" });
}

async function left(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select after ->> 'name' as name from audit_log join audit_personal on audit_id = audit_log.id
    where act = 'team.created' order by audit_log.at`.execute(database.db);
  return rows.map(({ name }) => name);
}

/** The server's role, and the owner, for a database with a single role. */
const doors: [string, () => Db][] = [
  ["the server's role", () => database.db],
  ["the owner", () => database.owner],
];

describe.each(doors)("as %s", (_, open) => {
  test("the log is kept forever until a retention is set, then whole months are deleted", async () => {
    const before = await left();
    for (const months of [14, 13, 13, 12, 3, 1]) await writeEntry(months);
    await keepMonths(null);
    expect(await deleteOldAudit(open())).toBe(0);
    await keepMonths(12);
    expect(await deleteOldAudit(open())).toBeGreaterThanOrEqual(3);
    expect(await left()).toEqual([
      ...before.filter((name) => !/^1[34] /.test(name)).filter((name) => /^12 /.test(name)),
      "12 months ago",
      ...before.filter((name) => /^3 /.test(name)),
      "3 months ago",
      ...before.filter((name) => /^1 /.test(name)),
      "1 months ago",
    ]);
    expect(await deleteOldAudit(open())).toBe(0);
  });

  test("each deleted month is logged with its number of entries", async () => {
    const { rows } = await sql<{ entries: string }>`
      select before ->> 'entries' as entries from audit_log
      join audit_personal on audit_id = audit_log.id
      where act = 'audit.forgotten' order by audit_log.at desc, audit_log.id desc limit 2
    `.execute(database.db);
    expect(rows.map(({ entries }) => entries)).toEqual(["2", "1"]);
  });

  test("entries can only be deleted by the database function", async () => {
    await keepMonths(3);
    await writeEntry(8);
    const entries = () => sql`select from audit_log`.execute(database.db);
    const before = (await entries()).rows.length;
    for (const statement of [
      "delete from audit_log where at < now() - interval '5 months'",
      "update audit_log set act = 'x'",
      "truncate audit_log",
    ]) {
      await expect(sql.raw(statement).execute(open())).rejects.toMatchObject({ code: "42501" });
    }
    expect((await entries()).rows.length).toBe(before);
    await deleteOldAudit(open());
  });

  test("the function does not allow other deletes in its transaction", async () => {
    await keepMonths(3);
    for (const months of [9, 8]) await writeEntry(months);
    const afterwards = open()
      .transaction()
      .execute(async (tx) => {
        await sql`select forget_old_audit(${Bun.randomUUIDv7()})`.execute(tx);
        await sql`delete from audit_log where at < now() - interval '5 months'`.execute(tx);
      });
    await expect(afterwards).rejects.toMatchObject({ code: "42501" });
    await deleteOldAudit(open());
  });

  test("the function checks the retention itself", async () => {
    await keepMonths(3);
    await writeEntry(1);
    const asForgetting = open()
      .transaction()
      .execute(async (tx) => {
        await sql`set local frontdesk.audit = 'forgetting'`.execute(tx);
        await sql`delete from audit_log`.execute(tx);
      });
    await expect(asForgetting).rejects.toMatchObject({ code: "42501" });
  });
});

test("a retention under three months is refused by the database", async () => {
  await expect(keepMonths(2)).rejects.toMatchObject({ code: "23514" });
});

test("two servers at once delete a month once", async () => {
  await keepMonths(6);
  await writeEntry(9);
  const counts = await Promise.all([deleteOldAudit(database.db), deleteOldAudit(database.owner)]);
  expect(counts.filter((count) => count > 0).length).toBe(1);
});
