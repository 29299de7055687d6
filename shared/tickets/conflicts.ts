import type { TicketPatch } from "./page.ts";
import type { ChangeKind, TicketChange, TicketState } from "./state.ts";

/** These come and go one by one, and are in nobody's way. */
type OneByOne = "addTags" | "removeTags" | "addFollowers" | "removeFollowers";

/** Of each field that can be in conflict: the change it makes, and where it stands. */
const fields = {
  subject: { kind: "subject", column: "subject" },
  status: { kind: "status", column: "status" },
  priority: { kind: "priority", column: "priority" },
  type: { kind: "type", column: "type" },
  companyId: { kind: "company", column: "companyId" },
  requesterId: { kind: "requester", column: "requesterId" },
  assigneeId: { kind: "assigned", column: "assigneeId" },
  teamId: { kind: "team", column: "teamId" },
  snoozedUntil: { kind: "snoozed", column: "snoozedUntil" },
} as const satisfies Record<
  Exclude<keyof TicketPatch, OneByOne>,
  { kind: ChangeKind; column: keyof TicketState }
>;

export type ConflictField = keyof typeof fields;

/** What somebody did to the ticket since the version that a change was made on. */
export interface ChangeSince {
  actorId: string | null;
  kinds: readonly ChangeKind[];
}

export interface Conflict {
  field: ConflictField;
  /** Who changed it last; nobody where the desk did. */
  by: string | null;
}

/** How fields stood before they changed, as far as that is known. */
type Stood = Partial<Record<ConflictField, string | null>>;

/** How the fields that changed stood before these changes, in their order; an Undo brings back several. */
export function stoodBefore(given: readonly TicketChange[]): Stood {
  const changes = given.flatMap((change) => (change.kind === "undone" ? change.back : [change]));
  const stood: Stood = {};
  for (const field of Object.keys(fields) as ConflictField[]) {
    const first = changes.find(({ kind }) => kind === fields[field].kind);
    if (first && "from" in first) stood[field] = first.from;
  }
  return stood;
}

/**
 * The fields of a patch that somebody else, or the desk by itself, changed to another value. The
 * same value is no conflict, nor is one that was changed back; tags and followers come and go one by one.
 */
export function conflictsOf(
  ticket: TicketState,
  patch: TicketPatch,
  actorId: string,
  since: readonly ChangeSince[],
  stood: Stood = {},
): Conflict[] {
  return (Object.keys(fields) as ConflictField[]).flatMap((field) => {
    const { kind, column } = fields[field];
    const wanted = patch[field];
    if (wanted === undefined || isSame(field, wanted, ticket[column])) return [];
    const before = stood[field];
    if (before !== undefined && isSame(field, before, ticket[column])) return [];
    const other = since.findLast(
      (change) => change.actorId !== actorId && change.kinds.includes(kind),
    );
    return other ? [{ field, by: other.actorId }] : [];
  });
}

function isSame(field: ConflictField, wanted: string | null, stands: string | null): boolean {
  const momentOf = (value: string | null) => value && Date.parse(value);
  return field === "snoozedUntil" ? momentOf(wanted) === momentOf(stands) : wanted === stands;
}
