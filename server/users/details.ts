import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type {
  UserHistoryLine,
  UserRecord,
  UserTicket,
  UserTicketLists,
} from "../../shared/users.ts";
import type { Deps } from "../actor.ts";
import { isLinkForServerOnly } from "../auth/links.ts";
import { isShown } from "../tickets/scope.ts";
import { isOpen } from "../tickets/views.ts";
import { readUser } from "./queries.ts";

/** Who is deleted is not found: an old link says so. */
export async function getUser(
  { db }: Deps,
  id: string,
  { smtpUrl }: { smtpUrl: string | null },
): Promise<UserRecord> {
  const user = await readUser(db, id);
  const { password_set_at } = await db
    .selectFrom("users")
    .select("password_set_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    ...user,
    mayCopyLink:
      smtpUrl === null &&
      user.state !== "disabled" &&
      !isLinkForServerOnly({ role: user.role, password_set_at }),
  };
}

const mostTickets = 5;

/** What is theirs to do, and what they asked: the latest of each, and how many there are. */
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
    from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("not_found");
  return {
    assigned: row.isStaff ? presentTickets(row.assigned) : null,
    requested: presentTickets(row.requested),
  };
}

/** As in every list of tickets. */
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

/** What was done to somebody, the newest first; their own comings and goings among it. */
export async function listUserHistory({ db }: Deps, id: string): Promise<UserHistoryLine[]> {
  const rows = await db
    .selectFrom("audit_log as log")
    .leftJoin("users as who", "who.id", "log.actor_id")
    .leftJoin("audit_personal as beside", (on) =>
      on
        .onRef("beside.audit_id", "=", "log.id")
        .onRef("beside.person_id", "=", "log.subject_id")
        .on("log.act", "=", "user.updated"),
    )
    .select(["log.id", "log.at", "log.act", "log.fields", "log.actor_id"])
    .select(sql<string | null>`btrim(who.first_name || ' ' || who.last_name)`.as("name"))
    .select(sql<string | null>`beside.after ->> 'role'`.as("role"))
    .select(sql<string | null>`beside.after ->> 'state'`.as("state"))
    .where("log.subject_id", "=", id)
    .where("log.subject_kind", "in", ["user", "session", "desk"])
    .orderBy("log.at", "desc")
    .orderBy("log.id", "desc")
    .limit(mostLines)
    .execute();
  return rows.map(({ id, at, act, fields, actor_id, name, role, state }) => ({
    id,
    at: at.toISOString(),
    act,
    fields,
    became: { role, state },
    by: actor_id && name ? { id: actor_id, name } : null,
  }));
}
