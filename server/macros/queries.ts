import { sql } from "kysely";
import { type Macro, macroLimits } from "../../shared/macros.ts";
import type { ActorDeps } from "../actor.ts";
import { presentMacro, type StoredMacro } from "./present.ts";

/** Their own and what colleagues share, by name; where these are too many, all of their own. */
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
