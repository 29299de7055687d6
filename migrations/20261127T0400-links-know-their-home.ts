import { type Kysely, sql } from "kysely";

/**
 * A link shows where its tickets show. Of an end that came along with a merge it is kept where it was
 * made, so that it goes back with it. Links of what was merged before are brought over now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ticket_links
      add column ticket_home_id uuid references tickets on delete set null,
      add column other_home_id uuid references tickets on delete set null
  `.execute(db);
  await sql`
    with recursive shown(id, at) as (
      select id, merged_into_id from tickets where merged_into_id is not null
      union
      select shown.id, t.merged_into_id from shown join tickets t on t.id = shown.at
      where t.merged_into_id is not null
    ),
    last as (
      select shown.id, shown.at from shown join tickets t on t.id = shown.at
      where t.merged_into_id is null
    ),
    moving as (
      select link.id, link.kind,
        coalesce(one.at, link.ticket_id) as one, one.id as one_home,
        coalesce(other.at, link.other_id) as other, other.id as other_home
      from ticket_links link
      left join last one on one.id = link.ticket_id
      left join last other on other.id = link.other_id
      where one.id is not null or other.id is not null
    ),
    placed as (
      select id, kind,
        case when turns then other else one end as ticket_id,
        case when turns then other_home else one_home end as ticket_home_id,
        case when turns then one else other end as other_id,
        case when turns then one_home else other_home end as other_home_id
      from moving, lateral (select kind = 'related' and one > other as turns) which
      where one <> other
    ),
    first as (
      select distinct on (ticket_id, other_id, kind) * from placed
      order by ticket_id, other_id, kind, id
    )
    update ticket_links link
    set ticket_id = first.ticket_id, ticket_home_id = first.ticket_home_id,
      other_id = first.other_id, other_home_id = first.other_home_id
    from first
    where link.id = first.id and not exists (
      select from ticket_links twin
      where twin.ticket_id = first.ticket_id and twin.other_id = first.other_id
        and twin.kind = first.kind and twin.id <> first.id)
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    with home as (
      select id, kind,
        coalesce(ticket_home_id, ticket_id) as one, coalesce(other_home_id, other_id) as other
      from ticket_links where ticket_home_id is not null or other_home_id is not null
    )
    update ticket_links link
    set ticket_id = case when home.kind = 'related' then least(one, other) else one end,
      other_id = case when home.kind = 'related' then greatest(one, other) else other end
    from home where home.id = link.id
  `.execute(db);
  await sql`
    alter table ticket_links drop column ticket_home_id, drop column other_home_id
  `.execute(db);
}
