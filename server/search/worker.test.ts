import { beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { createLog } from "../log.ts";
import { indexSome, startSearchWorker } from "./worker.ts";

const database = setUpTestDatabase();
let customer: UserRow;
beforeAll(async () => {
  customer = await insertUser(database.db);
}, 60_000);
beforeEach(async () => {
  while ((await indexSome(database.db, 100)) > 0);
});

const tickets = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      insertTicket(database.db, { requester_id: customer.id, subject: "About a walrus" }),
    ),
  );

/** Writing this ticket's row fails with this Postgres code. */
async function refuse(ticketId: string, code: string, first = ""): Promise<void> {
  const { owner } = database;
  await sql
    .raw(`create or replace function refuse_ticket() returns trigger language plpgsql as $$
      begin
        if new.ticket_id = '${ticketId}' then ${first} raise exception 'refused' using errcode = '${code}';
        end if;
        return new;
      end $$`)
    .execute(owner);
  await sql`
    create or replace trigger refuse_ticket before insert on ticket_search
    for each row execute function refuse_ticket()`.execute(owner);
}
const allow = () => sql`drop trigger refuse_ticket on ticket_search`.execute(database.owner);

const indexed = async () =>
  (await database.db.selectFrom("ticket_search").select("ticket_id").execute()).map(
    ({ ticket_id }) => ticket_id,
  );

/** A worker, and its log events one by one. */
function start() {
  const logged: Record<string, unknown>[] = [];
  let heard = Promise.withResolvers<void>();
  const log = createLog("warn", (line) => {
    logged.push(JSON.parse(line));
    heard.resolve();
    heard = Promise.withResolvers();
  });
  const worker = startSearchWorker({ db: database.db, log });
  return { worker, logged, somethingLogged: () => heard.promise };
}

test("a ticket that cannot be indexed is skipped, logged, and blocks no other", async () => {
  const [first, broken, last] = await tickets(3);
  await refuse(broken?.id ?? "", "22P02");
  const { worker, logged } = start();
  await worker.settled();
  await worker.stop();
  await allow();
  const found = await indexed();
  expect(found).toEqual(expect.arrayContaining([first?.id, last?.id]));
  expect(found).not.toContain(broken?.id);
  expect(logged).toMatchObject([{ event: "search.ticket-skipped", ticketId: broken?.id }]);
});

test("a ticket that changes in the meantime is not skipped in its place", async () => {
  const [broken] = await tickets(1);
  await refuse(broken?.id ?? "", "22P02", "perform pg_advisory_xact_lock(1);");
  const { worker, logged, late } = await database.owner.connection().execute(async (gate) => {
    await sql`select pg_advisory_lock(1)`.execute(gate);
    const started = start();
    await waitForLockQueue(database);
    // It is retried alone and blocked again.
    await sql`select pg_advisory_unlock(1), pg_advisory_lock(1)`.execute(gate);
    await waitForLockQueue(database);
    const [late] = await tickets(1);
    await sql`select pg_advisory_unlock(1)`.execute(gate);
    return { ...started, late };
  });
  await worker.settled();
  await worker.stop();
  await allow();
  expect(await indexed()).toContain(late?.id ?? "");
  expect(logged).toMatchObject([{ event: "search.ticket-skipped", ticketId: broken?.id }]);
});

test("with a full disk nothing is skipped: it waits and is indexed later", async () => {
  const [one, other] = await tickets(2);
  await refuse(one?.id ?? "", "53100");
  const { worker, logged, somethingLogged } = start();
  await somethingLogged();
  await allow();
  await worker.settled();
  await worker.stop();
  expect(await indexed()).toEqual(expect.arrayContaining([one?.id, other?.id]));
  expect(logged).toMatchObject([{ event: "search.queue-unreachable" }]);
});
