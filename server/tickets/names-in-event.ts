import { type RawBuilder, sql } from "kysely";
import { isInStaffScope, type Scope, type Sight } from "./scope.ts";

interface NamesFor {
  readerId: RawBuilder<unknown>;
  /** Within which other tickets are named. */
  scope?: Scope;
}

/** Names are joined when they are read: those of people, teams and companies whose ids it holds. */
const idsInData = sql`array(
  select (value #>> '{}')::uuid from jsonb_path_query(e.data, '$.*[*]') value
  where jsonb_typeof(value) = 'string')`;

/** What an Undo brings back has words in its data too. */
const idsInBack = sql`array(
  select (value #>> '{}')::uuid from jsonb_path_query(e.data,
    '$.back[*].*[*] ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') value)`;

/** Beside ids of tickets there stand words in the data, such as the kind of a link. */
const idsOfTickets = sql`array[
  e.data ->> 'into', e.data ->> 'source', e.data ->> 'other', e.data ->> 'origin'
]::uuid[]`;

/** Of the event `e`, as far as its reader may know them. */
export const namesInEvent = (sight: Sight, { readerId, scope }: NamesFor) => sql`
  case
    when e.kind in ('assigned', 'requester', 'followers') then (
      select json_object_agg(id, btrim(first_name || ' ' || last_name)) from users
      where id = any(${idsInData}) and ${isPersonKnownTo(sight, readerId)})
    when e.kind = 'subject' and e.data ? 'redactedBy' then (
      select json_build_object(id, btrim(first_name || ' ' || last_name)) from users
      where id = (e.data ->> 'redactedBy')::uuid)
    when e.kind = 'company' then (
      select json_object_agg(id, name) from companies
      where id = any(${idsInData}) and ${isKnownTo(sight, readerId)})
    when e.kind = 'team' then (
      select json_object_agg(id, name) from teams where id = any(${idsInData}))
    when e.kind = 'undone' then ${sight === "own" ? sql`null` : namesInBack(sight, readerId)}
    when e.kind in
      ('merged', 'merged-from', 'unmerged', 'split', 'split-from', 'linked', 'unlinked') then (
      select json_object_agg(t.id, json_build_object(
        'number', t.number, 'subject', t.subject, 'isMerged', t.merged_into_id = e.ticket_id))
      from tickets t where t.id = any(${idsOfTickets}) and ${scope && sight !== "own" ? isInStaffScope(scope) : sql`false`})
  end`;

function namesInBack(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_object_agg(id, name) from (
      select id, btrim(first_name || ' ' || last_name) as name from users
      where id = any(${idsInBack})
      union all select id, name from companies
      where id = any(${idsInBack}) and ${isKnownTo(sight, readerId)}
      union all select id, name from teams where id = any(${idsInBack})
    ) named)`;
}

/**
 * Of other customers a Customer knows who asks now, who wrote in the ticket, and, where they see all
 * tickets of a company, its people. Who follows is no matter of theirs.
 */
function isPersonKnownTo(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sight !== "own") return sql`true`;
  return sql`(users.role <> 'Customer' or users.id = ${readerId}::uuid
    or users.id = (select asks.requester_id from tickets asks where asks.id = e.ticket_id)
    or exists (
      select from messages wrote
      where wrote.ticket_id = e.ticket_id and wrote.author_id = users.id
        and wrote.released_at is not null)
    or exists (
      select from user_companies mine
      join user_companies theirs on theirs.company_id = mine.company_id
      where mine.user_id = ${readerId}::uuid and mine.sees_all_tickets
        and theirs.user_id = users.id))`;
}

/** To whom a ticket was moved, or from whom, is told to whoever has to do with that company. */
function isKnownTo(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sight === "all") return sql`true`;
  return sql`exists (
    select from user_companies mine
    where mine.company_id = companies.id and mine.user_id = ${readerId}::uuid)`;
}
