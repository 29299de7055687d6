import { sql } from "kysely";
import { conflictingFields } from "../../shared/conflicts.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import {
  fieldOf,
  isSameValue,
  type SeenTicket,
  type ValueField,
  valueFields,
  valueInWords,
} from "../../shared/tickets/fields.ts";
import type { TicketConflict, TicketPatch } from "../../shared/tickets/page.ts";
import type { PersonRef } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { presentTime } from "../db/iso-time.ts";
import type { LockedTicket } from "./lock.ts";

/**
 * Refuses to overwrite what someone else set after the person saw it, with both values of each field. A program
 * can leave out what it saw: the change then applies to the current value.
 */
export async function assertNoConflict(
  tx: Tx,
  { credential }: Pick<ActorDeps, "credential">,
  { id, state }: LockedTicket,
  patch: TicketPatch,
  from: SeenTicket = {},
): Promise<void> {
  const sent = valueFields.filter((field) => patch[field] !== undefined);
  const changed = sent.filter((field) => from[field] !== undefined);
  if (changed.length < sent.length && credential?.kind !== "token") {
    throw refuseInput("from", "A change needs the value that you saw.");
  }
  const fields = conflictingFields(changed, { current: state, from, to: patch }, isSameValue);
  if (fields.length === 0) return;
  const setBy = await findSetters(tx, id, fields);
  const values = fields.map((field) => ({ current: state[field], wanted: patch[field] ?? null }));
  const ids = fields.flatMap((field, index) =>
    fieldOf(field).refersTo ? Object.values(values[index] ?? {}) : [],
  );
  const nameOf = await readNames(tx, ids);
  throw new AppError("ticket_conflict", {
    conflicts: fields.map((field, index): TicketConflict => {
      const { current = null, wanted = null } = values[index] ?? {};
      const by = setBy.get(fieldOf(field).change) ?? null;
      const inWords = (value: string | null) => {
        const isTime = value !== null && fieldOf(field).isTime;
        return isTime ? presentTime(value) : valueInWords(field, value, nameOf);
      };
      return { field, current, theirs: inWords(current), yours: inWords(wanted), by };
    }),
  });
}

/** Who made the newest change of each field, by the kind of its event; no one if it was automatic. */
async function findSetters(
  tx: Tx,
  ticketId: string,
  fields: readonly ValueField[],
): Promise<Map<string, PersonRef>> {
  const kinds = fields.map((field) => fieldOf(field).change);
  const { rows } = await sql<PersonRef & { kind: string }>`
    select newest.kind, u.id, btrim(u.first_name || ' ' || u.last_name) as name
    from (
      select distinct on (changed.kind) changed.kind, e.actor_id
      from ticket_events e cross join lateral (
        select e.kind where e.kind <> 'undone'
        union all
        select jsonb_array_elements_text(e.data -> 'kinds') where e.kind = 'undone') changed (kind)
      where e.ticket_id = ${ticketId}::uuid and changed.kind = any(${kinds}::text[])
      order by changed.kind, e.version desc, e.id desc
    ) newest join users u on u.id = newest.actor_id`.execute(tx);
  return new Map(rows.map(({ kind, id, name }) => [kind, { id, name }]));
}

/** Of people, companies and teams: an id belongs to one of them only. */
async function readNames(tx: Tx, ids: readonly (string | null)[]): Promise<(id: string) => string> {
  if (ids.length === 0) return () => "";
  const { rows } = await sql<{ id: string; name: string }>`
    select id, btrim(first_name || ' ' || last_name) as name from users
      where id = any(${[...ids]}::uuid[])
    union all select id, name from companies where id = any(${[...ids]}::uuid[])
    union all select id, name from teams where id = any(${[...ids]}::uuid[])`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? "";
}
