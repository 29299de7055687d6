import { sql } from "kysely";
import { type AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type { DeleteTeamInput } from "../../shared/schemas/teams.ts";
import { teamTicketCap } from "../../shared/teams.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { transact } from "../transact.ts";
import { lockTeam } from "./commands.ts";

/** So many tickets in one transaction, so that nobody waits long for one of them. */
const slice = 500;

/**
 * A team with tickets stays, unless it is said who takes them. They go over slice by slice, each
 * with its event; the team goes with the last. Broken off, it is simply deleted again.
 */
export async function deleteTeam(
  deps: ActorDeps,
  input: DeleteTeamInput,
  requestId: string,
): Promise<{ id: string; moved: number }> {
  if (input.to === input.id) throw refuseInput("to", "Choose another team.");
  const going = { ...input, actId: Bun.randomUUIDv7() };
  let moved = 0;
  for (let more = slice; more > 0; ) {
    // Only what was committed counts: a slice may have been tried twice.
    more = await transact(deps, (tx, deps) => handOver(tx, deps, going));
    moved += more;
  }
  const act = { kind: "team.delete", requestId, input };
  return await onceKept(deps, act, (tx, deps) => remove(tx, deps, { ...going, moved }));
}

interface Going extends DeleteTeamInput {
  actId: string;
}

/** Answers how many of its tickets are another team's now. */
async function handOver(tx: Tx, deps: ActorDeps, { id, to, actId }: Going): Promise<number> {
  const tickets = await ticketsOf(tx, id);
  if (tickets === 0) return 0;
  if (to === undefined) throw hasTickets(tickets);
  if (to) await findTaker(tx, to);
  return await moveSlice(tx, deps, { id, to, actId });
}

async function remove(
  tx: Tx,
  deps: ActorDeps,
  { moved: before, ...going }: Going & { moved: number },
): Promise<{ id: string; moved: number }> {
  const { id, to } = going;
  const { name } = await lockTeam(tx, id);
  const taker = to ? await findTaker(tx, to) : null;
  let moved = before;
  // What came to it since.
  for (let more = slice; more > 0; moved += more) more = await handOver(tx, deps, going);
  await tx.deleteFrom("teams").where("id", "=", id).execute();
  await recordAct(
    tx,
    {
      act: "team.deleted",
      actorId: deps.actor.id,
      subject: { kind: "team", id },
      fields: moved > 0 ? ["name", "tickets"] : ["name"],
      values: {
        before: { name, ...(moved > 0 ? { tickets: moved } : {}) },
        ...(taker ? { after: { team: taker } } : {}),
      },
      tells: "settings",
    },
    deps,
  );
  return { id, moved };
}

async function ticketsOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from tickets where team_id = ${id} limit ${teamTicketCap}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What any change of a ticket leaves behind, for many at once: version, event, word to others. */
async function moveSlice(
  tx: Tx,
  { actor, now }: ActorDeps,
  { id, to, actId }: { id: string; to: string | null; actId: string },
): Promise<number> {
  const ids = Array.from({ length: slice }, () => Bun.randomUUIDv7());
  const { rows } = await sql<{ count: number }>`
    with locked as materialized (
      select id from tickets where team_id = ${id} order by id limit ${slice} for no key update
    ),
    changed as (
      update tickets set team_id = ${to}::uuid, version = version + 1,
        updated_at = greatest(${now}::timestamptz, updated_at + interval '1 microsecond')
      from locked where tickets.id = locked.id
      returning tickets.id, tickets.number, tickets.version, tickets.company_id,
        tickets.updated_at
    ),
    numbered as (
      select changed.*, row_number() over (order by changed.id) as place from changed
    ),
    made as (
      select id, place from unnest(${ids}::uuid[]) with ordinality as made (id, place)
    ),
    told as (
      insert into live_events (id, topic, subject_id, number, version, audience, company_ids)
      select made.id, 'ticket', numbered.id, number, version, 'staff',
        array_remove(array[company_id], null)
      from numbered join made using (place)
    ),
    written as (
      insert into ticket_events
        (id, ticket_id, actor_id, act_id, kind, audience, data, created_at, version)
      select made.id, numbered.id, ${actor.id}::uuid, ${actId}::uuid, 'team', 'staff',
        jsonb_build_object('from', ${id}::text, 'to', ${to}::text), updated_at, version
      from numbered join made using (place)
    )
    select count(*)::int as count from changed`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function findTaker(tx: Tx, id: string): Promise<string> {
  const query = tx.selectFrom("teams").select("name").where("id", "=", id).forShare();
  const taker = await query.executeTakeFirst();
  if (!taker) throw refuseInput("to", "This team does not exist.");
  return taker.name;
}

function hasTickets(count: number): AppError {
  const many = count >= teamTicketCap ? `${teamTicketCap - 1}+` : String(count);
  return refuseField("team_has_tickets", "to", { params: { tickets: many } });
}
