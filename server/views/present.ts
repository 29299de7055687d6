import type { Role } from "../../shared/access.ts";
import type { SavedView } from "../../shared/saved-views.ts";
import { type TicketSort, ticketSorts } from "../../shared/tickets/vocabulary.ts";
import { fullName } from "../../shared/users.ts";
import { mayChange } from "../may-change.ts";

export interface StoredView {
  id: string;
  ownerId: string;
  firstName: string;
  lastName: string;
  name: string;
  query: string;
  timeZone: string | null;
  sort: string | null;
  descending: boolean | null;
  shared: boolean;
  countPausedUntil: Date | null;
  ownerIsGone: boolean;
}

export function presentView(row: StoredView, reader: { id: string; role: Role }): SavedView {
  return {
    id: row.id,
    name: row.name,
    q: row.query,
    timeZone: row.timeZone,
    sort: ticketSorts.find((sort): sort is TicketSort => sort === row.sort) ?? null,
    descending: row.descending,
    shared: row.shared,
    mine: row.ownerId === reader.id,
    owner: fullName({ firstName: row.firstName, lastName: row.lastName }),
    mayChange: mayChange(reader, row),
  };
}
