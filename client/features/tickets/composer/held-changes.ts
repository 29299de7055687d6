import { type MacroChanges, statusSet } from "../../../../shared/macros.ts";
import type { SentChanges } from "../../../../shared/tickets/fields.ts";
import type { TicketPatch } from "../../../../shared/tickets/page.ts";
import {
  type PersonRef,
  priorityNames,
  statusNames,
  type TicketPriority,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";
import type { ShownFields } from "../actions/changes.ts";

/** Changes by macros that are made when the message is sent. */
export interface Held {
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  assignee?: PersonRef | undefined;
  team?: { id: string; name: string } | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/** One of the changes, as a chip that can be removed. */
interface HeldPart {
  key: string;
  words: string;
  rest: Held;
}

export function heldOf(changes: MacroChanges, me: PersonRef): Held {
  const { assignee, status: _named, ...others } = changes;
  const status = statusSet(changes);
  return {
    ...(status && { status }),
    ...others,
    ...(assignee && { assignee: assignee === "me" ? me : assignee }),
  };
}

/** Of two macros in one message the later one wins; tags add up. */
export function joinHeld(before: Held | null, held: Held): Held | null {
  const { addTags: adds = [], removeTags: removes = [] } = held;
  const stillAdded = before?.addTags?.filter((tag) => !removes.includes(tag)) ?? [];
  const stillRemoved = before?.removeTags?.filter((tag) => !adds.includes(tag)) ?? [];
  const addTags = unique([...stillAdded, ...adds]);
  const removeTags = unique([...stillRemoved, ...removes]);
  return withTags({ ...before, ...held }, addTags, removeTags);
}

export function partsOf(held: Held): HeldPart[] {
  const { status, priority, assignee, team, addTags = [], removeTags = [] } = held;
  const one = (key: keyof Held, words: string | undefined): HeldPart[] =>
    words === undefined ? [] : [{ key, words, rest: { ...held, [key]: undefined } }];
  return [
    ...one("status", status && statusNames[status]),
    ...one("priority", priority && priorityNames[priority]),
    ...one("assignee", assignee?.name),
    ...one("team", team && `team ${team.name}`),
    ...addTags.map((tag) => ({
      key: `add ${tag}`,
      words: `add tag ${tag}`,
      rest: withTags(held, without(addTags, tag), removeTags) ?? {},
    })),
    ...removeTags.map((tag) => ({
      key: `remove ${tag}`,
      words: `remove tag ${tag}`,
      rest: withTags(held, addTags, without(removeTags, tag)) ?? {},
    })),
  ];
}

/** The ticket field of each change; the status travels separately. */
export const heldKeys: Partial<Record<keyof TicketPatch, keyof Held>> = {
  priority: "priority",
  assigneeId: "assignee",
  teamId: "team",
};

/** Without a field that someone else has set and that keeps their value. */
export function withoutField(held: Held | undefined, field: keyof TicketPatch): Held | undefined {
  const key = heldKeys[field];
  return key && held ? { ...held, [key]: undefined } : held;
}

/** The changes as sent with a message; its status travels separately. */
export function sentChangesOf(held: Held | undefined): SentChanges | undefined {
  if (!held) return undefined;
  const { priority, assignee, team, addTags, removeTags } = held;
  const changes: SentChanges = {
    ...(priority && { priority }),
    ...(assignee && { assigneeId: assignee.id }),
    ...(team && { teamId: team.id }),
    ...(addTags?.length && { addTags: [...addTags] }),
    ...(removeTags?.length && { removeTags: [...removeTags] }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** The fields of a ticket as these changes set them; its status travels separately. */
export function heldFields(shown: ShownFields, held: Held | undefined): Partial<ShownFields> {
  if (!held) return {};
  const { priority, assignee, team, addTags = [], removeTags = [] } = held;
  const tags = unique([...(shown.tags ?? []), ...addTags]);
  return {
    ...(assignee && { assignee }),
    ...(priority && { priority }),
    ...(team && { team }),
    tags: tags.filter((tag) => !removeTags.includes(tag)),
  };
}

function withTags(
  held: Held,
  addTags: readonly string[],
  removeTags: readonly string[],
): Held | null {
  const next = { ...held, addTags, removeTags };
  return isEmpty(next) ? null : next;
}

function isEmpty({ status, priority, assignee, team, addTags, removeTags }: Held): boolean {
  return !status && !priority && !assignee && !team && !addTags?.length && !removeTags?.length;
}

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags)];
}

function without(tags: readonly string[], tag: string): string[] {
  return tags.filter((other) => other !== tag);
}
