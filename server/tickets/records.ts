import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { CompanyRecord, PersonRecord, RecordTickets } from "../../shared/tickets/page.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf, sightOf } from "../access/scope.ts";
import { mailStopOf } from "../mail/outbox/undeliverable.ts";

type Deps = Pick<ActorDeps, "db" | "actor">;
type Stored<Of> = Omit<Of, keyof RecordTickets>;

const shownTickets = 20;
const shownPeople = 100;

/** A customer of the actor's companies, or the requester of a ticket that the actor sees. */
export async function readPerson({ db, actor }: Deps, id: string): Promise<PersonRecord> {
  const { rows } = await sql<Stored<PersonRecord>>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.email, u.phone,
      u.time_zone as "timeZone", ${mailStopOf(sql`u.email`)} as "mailStop", coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'notes', c.notes) order by c.name)
        from user_companies own join companies c on c.id = own.company_id
        where own.user_id = u.id and c.state = 'active' and ${isInScope(actor)}), '[]') as companies
    from users u
    where u.id = ${id}::uuid and u.role = 'Customer' and u.deleted_at is null
      and (${sightOf(actor) === "all"}
        or exists (select from user_companies own join companies c on c.id = own.company_id
          where own.user_id = u.id and ${isInScope(actor)})
        or exists (select from tickets t where t.requester_id = u.id and ${isSeen(scopeOf(actor))}))`.execute(
    db,
  );
  const [person] = rows;
  if (!person) throw new AppError("not_found");
  return { ...person, ...(await readTickets({ db, actor }, sql`t.requester_id = ${id}::uuid`)) };
}

/** A company in the actor's scope. */
export async function readCompany({ db, actor }: Deps, id: string): Promise<CompanyRecord> {
  const { rows } = await sql<Stored<CompanyRecord>>`
    select c.id, c.name, c.notes,
      array(select domain from company_domains where company_id = c.id order by domain) as domains,
      coalesce((
        select json_agg(person order by person.name, person.id) from (
          select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.email
          from user_companies own join users u on u.id = own.user_id
          where own.company_id = c.id and u.role = 'Customer' and u.deleted_at is null
          order by 2, 1 limit ${sql.lit(shownPeople)}
        ) person), '[]') as people
    from companies c
    where c.id = ${id}::uuid and c.state <> 'merged' and ${isInScope(actor)}`.execute(db);
  const [company] = rows;
  if (!company) throw new AppError("not_found");
  return { ...company, ...(await readTickets({ db, actor }, sql`t.company_id = ${id}::uuid`)) };
}

/** Whether the company `c` is one whose tickets the actor sees. */
function isInScope(actor: Actor): RawBuilder<boolean> {
  if (sightOf(actor) === "all") return sql`true`;
  return sql`c.id = any(${[...actor.companyIds]}::uuid[])`;
}

async function readTickets(
  { db, actor }: Deps,
  which: RawBuilder<unknown>,
): Promise<RecordTickets> {
  const seen = isSeen(scopeOf(actor));
  const { rows } = await sql<Omit<RecordTickets, "lastContactAt"> & { lastContactAt: Date | null }>`
    select count(*)::int as count,
      (count(*) filter (where t.status in ('new', 'open', 'pending', 'on-hold')))::int as "openCount",
      max(t.last_customer_message_at) as "lastContactAt",
      coalesce((
        select json_agg(json_build_object('id', id, 'number', number, 'subject', subject,
          'status', status) order by created_at desc, id desc)
        from (
          select t.* from tickets t where ${which} and ${seen}
          order by t.created_at desc, t.id desc limit ${sql.lit(shownTickets)}
        ) newest), '[]') as tickets
    from tickets t where ${which} and ${seen}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("Counting returns one row");
  const { lastContactAt, ...others } = found;
  return { ...others, lastContactAt: lastContactAt?.toISOString() ?? null };
}
