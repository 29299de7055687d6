import type { Macro, MacroChanges } from "../../shared/macros.ts";
import type { TicketPriority, TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { Actor } from "../actor.ts";
import { mayChange } from "../may-change.ts";

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

export function presentMacro(row: StoredMacro, reader: Pick<Actor, "id" | "role">): Macro {
  return {
    id: row.id,
    name: row.name,
    body: row.body,
    changes: changesOf(row),
    shared: row.shared,
    owner: { id: row.owner_id, name: row.owner_name },
    editable: mayChange(reader, { ...row, ownerId: row.owner_id }),
  };
}

/** Somebody who can no longer be assigned is no change any more. */
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
