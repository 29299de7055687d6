import { expect, test } from "bun:test";
import { sql } from "kysely";
import { listTicketsInput } from "../../../shared/schemas/tickets.ts";
import {
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { walkOf } from "../../../tests/support/walk.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { type Db, openDatabase } from "../../db/database.ts";
import { countTickets, listTicketIds, listTickets } from "../list.ts";

const database = setUpTestDatabase();

/** Each has other operators, values, words or order, and so a different statement. */
const shapes = Array.from({ length: walkOf(1_000, 200) }, (_, number) => {
  const priorities = subset(ticketPriorities, number);
  const statuses = subset(ticketStatuses, Math.floor(number / 15));
  const terms = [
    `status:${statuses} priority:${priorities}`,
    number % 2 && "printer",
    number % 3 === 0 && 'assignee:me -"paper jam"',
    number % 5 === 0 && "created:<-1d,2026-01-01..2026-02-01 replies:>2",
    number % 7 === 0 && "company:Acme has:attachment",
    number % 4 === 1 && "is:snoozed",
  ];
  return listTicketsInput.parse({
    q: terms.filter(Boolean).join(" "),
    sort: ticketSorts[number % ticketSorts.length],
    descending: number % 4 < 2,
  });
});

test("reading many different lists leaves little memory in use on the connection", async () => {
  const { deps, peak } = await desk();
  for (const [number, input] of shapes.entries()) {
    const { q, view, sort, descending } = input;
    await listTickets(deps, input);
    if (number % 4 === 0) await countTickets(deps, { view, q });
    if (number % 4 === 2) await listTicketIds(deps, { view, q, sort, descending });
    // A reading costs as much as a list.
    if (number % 5 === 0) await peak.look();
  }
  await deps.db.destroy();
  expect(peak.statements).toBeLessThan(200);
  expect(peak.letters).toBeLessThan(270_000);
  // A connection that has read nothing uses 2 MB.
  expect(peak.megabytes).toBeLessThan(40);
}, 120_000);

/** An agent of one company, over one connection as a role that can read its memory use. */
async function desk() {
  const { id } = await insertCompany(database.db, { name: "Acme" });
  const requester = await insertUser(database.db);
  const ticket = { requester_id: requester.id, company_id: id, subject: "The printer" };
  await insertTicket(database.db, ticket);
  const agent = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [id] },
  });
  const db = openDatabase({ url: database.ownerUrl, size: 1 });
  const deps: ActorDeps = { ...(await actingAs(database.db, agent)), db };
  return { deps, peak: watch(db) };
}

function watch(db: Db) {
  const peak = { statements: 0, letters: 0, megabytes: 0, look };
  async function look(): Promise<void> {
    const { rows } = await sql<{ statements: number; letters: number; megabytes: number }>`
      select count(*)::int as statements, coalesce(sum(length(statement)), 0)::int as letters,
        (select sum(total_bytes) / 1e6 from pg_backend_memory_contexts)::float8 as megabytes
      from pg_prepared_statements`.execute(db);
    for (const name of ["statements", "letters", "megabytes"] as const) {
      peak[name] = Math.max(peak[name], rows[0]?.[name] ?? 0);
    }
  }
  return peak;
}

/** By the bits of a number; never empty. */
function subset(of: readonly string[], number: number): string {
  const bits = (number % (2 ** of.length - 1)) + 1;
  return of.filter((_, at) => (bits >> at) & 1).join();
}
