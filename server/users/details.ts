import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type {
  SessionInfo,
  UserHistoryLine,
  UserRecord,
  UserTicket,
  UserTicketLists,
} from "../../shared/users.ts";
import type { ActorDeps, Deps } from "../access/actor.ts";
import { isShown } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import { isOpen } from "../access/views.ts";
import { readSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { namedBeside } from "../events/audit-queries.ts";
import { recordAct } from "../events/record-act.ts";
import { readInvitation } from "./invitations.ts";
import { readUser } from "./queries.ts";

/** The record of a user. Deleted users are not found. */
export async function getUser(
  { db, now }: Deps,
  id: string,
  { smtpUrl }: { smtpUrl: string | null },
): Promise<UserRecord> {
  const user = await readUser(db, id);
  const { wasSuperAdmin, ...stored } = await readInvitation(db, id, now);
  const needsLink = smtpUrl === null && user.state !== "disabled";
  return {
    ...user,
    ...stored,
    canCopyLink: needsLink && !wasSuperAdmin,
    linkOnServer: needsLink && wasSuperAdmin,
  };
}

const mostTickets = 5;

/** The latest tickets they are assigned and have requested, with counts. */
export async function listUserTickets({ db }: Deps, id: string): Promise<UserTicketLists> {
  const some = (which: ReturnType<typeof sql>) => sql`(
    select json_build_object(
      'count', (select count(*) from tickets t where ${which} and ${isListed}),
      'tickets', coalesce((
        select json_agg(json_build_object('id', id, 'number', number, 'subject', subject,
          'status', status, 'updatedAt', updated_at) order by updated_at desc, id desc)
        from (select t.id, t.number, t.subject, t.status, t.updated_at from tickets t
          where ${which} and ${isListed}
          order by t.updated_at desc, t.id desc limit ${mostTickets}) latest), '[]')))`;
  const { rows } = await sql<StoredTickets>`
    select u.role <> 'Customer' as "isStaff",
      ${some(sql`t.assignee_id = u.id and ${isOpen}`)} as assigned,
      ${some(sql`t.requester_id = u.id`)} as requested
    from users u where u.id = ${id} and u.deleted_at is null and not u.is_app`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("not_found");
  return {
    assigned: row.isStaff ? presentTickets(row.assigned) : null,
    requested: presentTickets(row.requested),
  };
}

const isListed = isShown({});

interface StoredTickets {
  isStaff: boolean;
  assigned: { count: number; tickets: UserTicket[] };
  requested: { count: number; tickets: UserTicket[] };
}

function presentTickets({ count, tickets }: StoredTickets["requested"]) {
  return {
    count,
    tickets: tickets.map((ticket) => ({
      ...ticket,
      updatedAt: new Date(ticket.updatedAt).toISOString(),
    })),
  };
}

const mostLines = 20;

/** The latest changes of a user, newest first, without sign-ins and sign-outs. */
export async function listUserHistory({ db }: Deps, id: string): Promise<UserHistoryLine[]> {
  const { rows } = await sql<StoredLine>`
    select l.id, l.at, l.act, l.fields, l.actor_id as "byId",
      btrim(who.first_name || ' ' || who.last_name) as "byName",
      case l.subject_kind
        when 'company' then (select name from companies where companies.id = l.subject_id)
        when 'team' then (select name from teams where teams.id = l.subject_id) end as place,
      beside.before, beside.after
    from (
      (select l.* from audit_log l
        where l.subject_id = ${id} and l.subject_kind in ('user', 'session', 'desk')
          and l.act not in ('session.signed-in', 'session.signed-out')
        ${newest})
      union all
      (select l.* from audit_log l where ${namedBeside(id)} ${newest})
    ) l
    left join users who on who.id = l.actor_id
    left join audit_personal beside on beside.audit_id = l.id and beside.person_id = ${id}
    ${newest}`.execute(db);
  return rows.map(({ id, at, act, fields, byId, byName, place, before, after }) => ({
    id,
    at: at.toISOString(),
    act,
    fields,
    place,
    became: becameOf(act, before, after),
    by: byId && byName ? { id: byId, name: byName } : null,
  }));
}

const newest = sql`order by l.at desc, l.id desc limit ${sql.lit(mostLines)}`;

interface StoredLine {
  id: string;
  at: Date;
  act: string;
  fields: string[];
  byId: string | null;
  byName: string | null;
  place: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function becameOf(
  act: string,
  before: StoredLine["before"],
  after: StoredLine["after"],
): UserHistoryLine["became"] {
  const named = (field: string) => (act === "user.updated" ? text(after?.[field]) : null);
  const sees = after?.seesAllTickets;
  return {
    role: named("role"),
    state: named("state"),
    seesAllTickets: typeof sees === "boolean" ? sees : null,
    inTeam: act === "team.updated" && (before ?? after) ? after?.member !== undefined : null,
  };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The reader's own session is marked as current. */
interface ReaderDeps extends ActorDeps {
  sessionId: string;
}

export async function listUserSessions(deps: ReaderDeps, id: string): Promise<SessionInfo[]> {
  await assertExists(deps, id);
  return await readSessionsOf(deps.db, id, deps.sessionId, deps.now);
}

export async function endUserSession(
  deps: ActorDeps,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<{ ended: number }> {
  return await transact(deps, async (tx, deps) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("public_id", "=", sessionId)
      .where("user_id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
    await recordEnded(tx, deps, id);
    return { ended: 1 };
  });
}

/** Ends all sessions except the actor's current one. */
export async function endAllUserSessions(deps: ReaderDeps, id: string): Promise<{ ended: number }> {
  await assertExists(deps, id);
  return await transact(deps, async (tx, deps) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("user_id", "=", id)
      .where("id", "<>", deps.sessionId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await recordEnded(tx, deps, id);
    return { ended: Number(numDeletedRows) };
  });
}

async function assertExists({ db }: ActorDeps, id: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
    .executeTakeFirst();
  if (!user) throw new AppError("not_found");
}

async function recordEnded(tx: Tx, deps: ActorDeps, id: string): Promise<void> {
  await recordAct(
    tx,
    { act: "session.ended", actorId: deps.actor.id, subject: { kind: "user", id } },
    deps,
  );
}
