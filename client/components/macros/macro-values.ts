import { type Macro, type MacroStatus, statusSet } from "../../../shared/macros.ts";
import type { SaveMacroInput } from "../../../shared/schemas/macros.ts";
import type { TicketPriority } from "../../../shared/tickets/vocabulary.ts";

export interface Named {
  id: string;
  name: string;
}

/** Means the person who uses the macro. */
export const macroUser: Named = { id: "me", name: "The person who uses it" };

/** The values of the form. */
export interface MacroValues {
  name: string;
  body: string;
  shared: boolean;
  status: MacroStatus | null;
  priority: TicketPriority | null;
  /** A person, or the id `me` for the person who uses the macro. */
  assignee: Named | null;
  team: Named | null;
  addTags: string;
  removeTags: string;
}

export const emptyMacro: MacroValues = {
  name: "",
  body: "",
  shared: false,
  status: null,
  priority: null,
  assignee: null,
  team: null,
  addTags: "",
  removeTags: "",
};

export function macroValuesOf({ name, body, shared, changes }: Macro): MacroValues {
  const { priority, assignee, team, addTags, removeTags } = changes;
  return {
    name,
    body,
    shared,
    status: statusSet(changes) ?? null,
    priority: priority ?? null,
    assignee: assignee === "me" ? macroUser : (assignee ?? null),
    team: team ?? null,
    addTags: (addTags ?? []).join(", "),
    removeTags: (removeTags ?? []).join(", "),
  };
}

/** The state the form started from, to which its values are compared. */
export interface MacroDraft {
  /** Null for a new macro. */
  id: string | null;
  base?: SaveMacroInput["base"];
  values: MacroValues;
}

export function draftFrom(macro: Macro): MacroDraft {
  const { id, name, body, shared, changes } = macro;
  const { assignee, team, ...set } = changes;
  return {
    id,
    base: {
      name,
      body,
      shared,
      changes: {
        ...set,
        ...(assignee && { assignee: assignee === "me" ? assignee : assignee.id }),
        ...(team && { teamId: team.id }),
      },
    },
    values: macroValuesOf(macro),
  };
}

export function macroInputOf(values: MacroValues, { id, base }: MacroDraft): SaveMacroInput {
  const { name, body, shared, status, priority, assignee, team } = values;
  return {
    ...(id !== null && { id }),
    ...(base && { base }),
    name,
    body,
    shared,
    changes: {
      ...(status !== null && { status }),
      ...(priority !== null && { priority }),
      ...(assignee !== null && { assignee: assignee.id }),
      ...(team !== null && { teamId: team.id }),
      addTags: tagsOf(values.addTags),
      removeTags: tagsOf(values.removeTags),
    },
  };
}

function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}
