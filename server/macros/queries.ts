import { sql } from "kysely";
import { type Macro, type MacroChanges, macroLimits } from "../../shared/macros.ts";
import type { TicketPriority, TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { canChangeOwned } from "../can-change-owned.ts";

/** The reader's own and shared macros by name. Above the limit, their own come first. */
export async function listMacros({
  db,
  actor,
}: ActorDeps): Promise<{ macros: Macro[]; areAll: boolean }> {
  const { rows } = await sql<StoredMacro & { place: number }>`
    select macro.place, macro.id, macro.name, macro.body, macro.shared, macro.status, macro.priority,
      macro.assign_to_me, macro.add_tags, macro.remove_tags, macro.owner_id,
      btrim(owner.first_name || ' ' || owner.last_name) as owner_name,
      macro.assignee_id, btrim(assignee.first_name || ' ' || assignee.last_name) as assignee_name,
      macro.team_id, teams.name as team_name
    from (
      select *, row_number() over (order by owner_id <> ${actor.id}, in_order(name), id)::int as place
      from macros where shared or owner_id = ${actor.id}
      order by place
      limit ${macroLimits.listed + 1}
    ) macro
    join users owner on owner.id = macro.owner_id
    left join users assignee on assignee.id = macro.assignee_id
      and assignee.state <> 'disabled' and assignee.role <> 'Customer'
    left join teams on teams.id = macro.team_id
    order by in_order(macro.name), macro.id`.execute(db);
  const listed = rows.filter(({ place }) => place <= macroLimits.listed);
  return {
    macros: listed.map((row) => presentMacro(row, actor)),
    areAll: listed.length === rows.length,
  };
}

export interface StoredMacro {
  id: string;
  name: string;
  body: string;
  shared: boolean;
  status: TicketStatus | null;
  priority: TicketPriority | null;
  assign_to_me: boolean;
  assignee_id: string | null;
  assignee_name: string | null;
  team_id: string | null;
  team_name: string | null;
  add_tags: string[];
  remove_tags: string[];
  owner_id: string;
  owner_name: string;
}

function presentMacro(row: StoredMacro, reader: Pick<Actor, "id" | "role">): Macro {
  return {
    id: row.id,
    name: row.name,
    body: row.body,
    changes: changesOf(row),
    shared: row.shared,
    owner: { id: row.owner_id, name: row.owner_name },
    editable: canChangeOwned(reader, { ...row, ownerId: row.owner_id }),
  };
}

/** An assignee who can no longer be assigned is left out. */
export function changesOf(row: Omit<StoredMacro, "owner_id" | "owner_name">): MacroChanges {
  const changes: MacroChanges = {};
  if (row.status) changes.status = row.status;
  if (row.priority) changes.priority = row.priority;
  if (row.assign_to_me) changes.assignee = "me";
  else if (row.assignee_id && row.assignee_name !== null) {
    changes.assignee = { id: row.assignee_id, name: row.assignee_name };
  }
  if (row.team_id && row.team_name !== null) {
    changes.team = { id: row.team_id, name: row.team_name };
  }
  if (row.add_tags.length > 0) changes.addTags = row.add_tags;
  if (row.remove_tags.length > 0) changes.removeTags = row.remove_tags;
  return changes;
}
