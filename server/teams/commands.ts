import { sql } from "kysely";
import { AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type {
  DeleteTeamInput,
  RenameTeamInput,
  SetTeamMemberInput,
} from "../../shared/schemas/teams.ts";
import { teamLimits, teamTicketCap } from "../../shared/teams.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import { hasWebhooks } from "../events/webhook-events.ts";
import { onceKept } from "../once.ts";
import { renamedByOthers, type WithoutBase } from "../renamed-by-others.ts";
import { renameInViews } from "../views/rename-in-views.ts";

export async function createTeam(
  deps: ActorDeps,
  input: { name: string },
  requestId: string,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.create", requestId, input }, async (tx) => {
    const { name } = input;
    const id = Bun.randomUUIDv7();
    // Serialises creation, so that two at once cannot exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended('new team', 0))`.execute(tx);
    const { count } = await tx
      .selectFrom("teams")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= teamLimits.teams)
      throw refuseInput("name", `There can be at most ${teamLimits.teams} teams.`);
    await tx.insertInto("teams").values({ id, name }).execute();
    return { id, entry: { act: "team.created", fields: ["name"], values: { after: { name } } } };
  });
}

export async function renameTeam(
  deps: ActorDeps,
  input: WithoutBase<RenameTeamInput>,
  requestId: string,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.rename", requestId, input }, async (tx) => {
    const { id, name, base } = input;
    const team = await lockTeam(tx, id);
    if (team.name === name) return { id, entry: null };
    if (base !== undefined && team.name !== base) throw renamedByOthers(team.name);
    await tx.updateTable("teams").set({ name }).where("id", "=", id).execute();
    await renameInViews(tx, "team", team.name, name);
    const values = { before: { name: team.name }, after: { name } };
    return { id, entry: { act: "team.updated", fields: ["name"], values } };
  });
}

/** Adds or removes a member. Only staff can be in a team. Idempotent. */
export async function setTeamMember(
  deps: ActorDeps,
  input: SetTeamMemberInput,
): Promise<{ id: string }> {
  return await change(deps, { kind: "team.setMember", input }, async (tx) => {
    const { id, userId, member } = input;
    await lockTeam(tx, id);
    const done = member ? await join(tx, id, userId) : await leave(tx, id, userId);
    if (!done) return { id, entry: null };
    const name = await nameOf(tx, userId);
    // Names are personal, so they are stored in audit_personal.
    const side = member ? { after: { member: name } } : { before: { member: name } };
    const personal = { personId: userId, ...side };
    return { id, entry: { act: "team.updated", fields: ["members"], personal } };
  });
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const person = await tx
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return fullName({ firstName: person.first_name, lastName: person.last_name });
}

async function join(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("role", "in", ["Super Admin", "Agent"])
    .where("is_app", "=", false)
    .where("state", "<>", "disabled")
    .forShare()
    .executeTakeFirst();
  if (!person) throw refuseInput("userId", "Only staff can be in a team.");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function leave(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

interface Changed {
  id: string;
  /** The audit entry. Null if nothing changed. */
  entry: Pick<AuditEntry, "act" | "fields" | "values" | "personal"> | null;
}

/** Runs a change with its audit entry and live event in one transaction. */
async function change(
  deps: ActorDeps,
  act: { kind: string; requestId?: string; input: object },
  run: (tx: Tx) => Promise<Changed>,
): Promise<{ id: string }> {
  return await onceKept(deps, act, async (tx, deps) => {
    const { id, entry } = await run(tx);
    const subject = { kind: "team", id } as const;
    const by = { actorId: deps.actor.id, subject, tells: "settings" } as const;
    if (entry) await recordAct(tx, { ...entry, ...by }, deps);
    return { id };
  }).catch((error) => {
    if (violatedConstraint(error) !== "teams_name") throw error;
    throw refuseField("name_taken", "name");
  });
}

async function lockTeam(tx: Tx, id: string): Promise<{ name: string }> {
  const team = await tx
    .selectFrom("teams")
    .select("name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!team) throw new AppError("not_found");
  return team;
}

/** Tickets per transaction. Small, so that no one waits long for a lock. */
const slice = 500;

/**
 * Deletes a team. If it has tickets, the input must name the team that gets them, or none. Tickets are
 * moved in slices, each with an event; the last slice deletes the team. After an interruption, deleting
 * again continues.
 */
export async function deleteTeam(
  deps: ActorDeps,
  input: DeleteTeamInput,
  requestId: string,
): Promise<{ id: string; moved: number }> {
  if (input.to === input.id) throw refuseInput("to", "Choose another team.");
  const deletion = { ...input, actId: Bun.randomUUIDv7() };
  let moved = 0;
  for (let more = slice; more > 0; ) {
    // Only what was committed counts: a slice may have been tried twice.
    more = await transact(deps, (tx, deps) => moveTickets(tx, deps, deletion));
    moved += more;
  }
  const act = { kind: "team.delete", requestId, input };
  return await onceKept(deps, act, (tx, deps) => remove(tx, deps, { ...deletion, moved }));
}

interface Deletion extends DeleteTeamInput {
  actId: string;
}

/** Moves a slice of tickets. Returns how many. */
async function moveTickets(tx: Tx, deps: ActorDeps, { id, to, actId }: Deletion): Promise<number> {
  const tickets = await ticketsOf(tx, id);
  if (tickets === 0) return 0;
  if (to === undefined) throw hasTickets(tickets);
  if (to) await findTarget(tx, to);
  return await moveSlice(tx, deps, { id, to, actId });
}

async function remove(
  tx: Tx,
  deps: ActorDeps,
  { moved: before, ...deletion }: Deletion & { moved: number },
): Promise<{ id: string; moved: number }> {
  const { id, to } = deletion;
  const { name } = await lockTeam(tx, id);
  const target = to ? await findTarget(tx, to) : null;
  let moved = before;
  // Tickets that were added in the meantime.
  for (let more = slice; more > 0; moved += more) more = await moveTickets(tx, deps, deletion);
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
        ...(target ? { after: { team: target } } : {}),
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

/** Writes version and events for many tickets in one statement. */
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
    ),
    posted as (
      insert into webhook_events (id, type, subject_id, version, actor_id, act_id, changes, at)
      select made.id, 'ticket.updated', numbered.id, version, ${actor.id}::uuid, ${actId}::uuid,
        '{"fields": ["team"]}', updated_at
      from numbered join made using (place) where ${hasWebhooks}
    )
    select count(*)::int as count from changed`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function findTarget(tx: Tx, id: string): Promise<string> {
  const query = tx.selectFrom("teams").select("name").where("id", "=", id).forShare();
  const target = await query.executeTakeFirst();
  if (!target) throw refuseInput("to", "This team doesn't exist.");
  return target.name;
}

function hasTickets(count: number): AppError {
  const many = count >= teamTicketCap ? `${teamTicketCap - 1}+` : String(count);
  return refuseField("team_has_tickets", "to", { params: { tickets: many } });
}
