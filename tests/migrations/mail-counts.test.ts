import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { createMigrator, migrate } from "../../server/db/migrate.ts";
import { wrongMailCounts } from "../support/mail-counts.ts";
import { insertMailbox } from "../support/mail-desk.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

test("mails that arrive and are decided during the update are counted once", async () => {
  const { db, owner } = database;
  const { error } = await createMigrator(owner).migrateTo("20261129T0545-held-mail-list");
  expect(error).toBeUndefined();
  const { id } = await insertMailbox(db);
  const receive = (count: number) =>
    sql`
      insert into inbound_mails (id, mailbox_id, source, raw_hash, raw_size, received_at, stored_at,
        next_attempt_at)
      select mail_id, ${id}::uuid, 'command', sha256(mail_id::text::bytea), 1, at, at, at
      from (
        select gen_random_uuid() as mail_id, now() - n * interval '7 minutes' as at
        from generate_series(1, ${count}::integer) n
      ) mail`.execute(db);
  const decide = () =>
    sql`
      update inbound_mails set state = case state when 'stored' then 'ticket' else 'stored' end
      where id in (select id from inbound_mails order by random() limit 3)`.execute(db);
  await receive(20_000);
  let going = true;
  let written = 0;
  // With the rights of a server of the last release, which has none on the new table.
  const write = async (act: () => Promise<unknown>) => {
    while (going) {
      await act();
      written += 1;
    }
  };
  const writers = [write(() => receive(2)), write(decide)];
  await migrate(owner, "frontdesk_app");
  const during = written;
  await Bun.sleep(50);
  going = false;
  await Promise.all(writers);
  expect(during).toBeGreaterThan(2);
  expect(await wrongMailCounts(owner)).toEqual([]);
}, 60_000);
