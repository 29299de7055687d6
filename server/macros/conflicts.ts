import { AppError, type FieldError } from "../../shared/errors.ts";
import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import { tagAsKept } from "../../shared/tags.ts";
import { priorityNames, statusNames } from "../../shared/tickets/vocabulary.ts";
import { changesOf, type StoredMacro } from "./present.ts";

type Given = NonNullable<SaveMacroInput["base"]>;
type Changes = Required<Given["changes"]>;

/** Null for what it leaves as it is. */
type ChangeFields = {
  [Change in keyof Changes as `changes.${Change}`]: Changes[Change] extends string[]
    ? string[]
    : Changes[Change] | null;
};

/** A macro by the fields that are told of. */
export interface MacroFields extends ChangeFields {
  name: string;
  body: string;
  shared: boolean;
}

export function fieldsOf({ name, body, shared, changes }: Given): MacroFields {
  return {
    ...{ name, body, shared },
    "changes.status": changes.status ?? null,
    "changes.priority": changes.priority ?? null,
    "changes.assignee": changes.assignee ?? null,
    "changes.teamId": changes.teamId ?? null,
    "changes.addTags": tagNames(changes.addTags),
    "changes.removeTags": tagNames(changes.removeTags),
  };
}

type Stored = Omit<StoredMacro, "owner_id" | "owner_name">;

/**
 * Under the row's lock: what was left as it was found stays as somebody else has set it since, and
 * what both set to another value is not written over.
 */
export function ontoWhatStands(stored: Stored, { base, ...input }: SaveMacroInput): MacroFields {
  const wanted = fieldsOf(input);
  if (!base) return wanted;
  const [seen, stands] = [fieldsOf(base), standing(stored)];
  const isSame = (field: keyof MacroFields, one: MacroFields, other: MacroFields) =>
    JSON.stringify(one[field]) === JSON.stringify(other[field]);
  const fields = Object.keys(wanted) as (keyof MacroFields)[];
  const left = fields.filter((field) => isSame(field, wanted, seen));
  const overtaken = fields.filter(
    (field) =>
      !left.includes(field) && !isSame(field, stands, seen) && !isSame(field, stands, wanted),
  );
  if (overtaken.length > 0) {
    const told = overtaken.map(
      (field): FieldError => ({ field, message: inWords(wordsOf(field, stored)) }),
    );
    throw new AppError("changed_meanwhile", { fields: told });
  }
  return { ...wanted, ...Object.fromEntries(left.map((field) => [field, stands[field]])) };
}

function standing(stored: Stored): MacroFields {
  const { assignee, team, ...changes } = changesOf(stored);
  const assigned = typeof assignee === "object" ? assignee.id : assignee;
  return fieldsOf({
    ...{ name: stored.name, body: stored.body, shared: stored.shared },
    changes: { ...changes, assignee: assigned, teamId: team?.id },
  });
}

function wordsOf(field: keyof MacroFields, stored: Stored): string {
  const { status, priority, assignee, team, addTags, removeTags } = changesOf(stored);
  const words: Record<keyof MacroFields, string | undefined> = {
    ...{ name: stored.name, body: stored.body, shared: undefined },
    "changes.status": status && statusNames[status],
    "changes.priority": priority && priorityNames[priority],
    "changes.assignee": assignee === "me" ? "Whoever uses it" : assignee?.name,
    "changes.teamId": team?.name,
    "changes.addTags": addTags?.join(", "),
    "changes.removeTags": removeTags?.join(", "),
  };
  return words[field] ?? "";
}

function inWords(value: string): string {
  if (value === "") return "Somebody else emptied this meanwhile.";
  return `Somebody else changed this to “${value}” meanwhile.`;
}

function tagNames(names: readonly string[] = []): string[] {
  return [...new Set(names.map(tagAsKept))];
}
