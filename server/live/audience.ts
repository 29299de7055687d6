import { can, isStaff } from "../../shared/access.ts";
import type { LiveNews } from "../../shared/live.ts";
import type { Actor } from "../actor.ts";
import { companiesSeenWhole, sightOf } from "../tickets/scope.ts";
import type { ReadEvent } from "./read-events.ts";

/** The owner of a stream, with what is needed to filter events. */
export interface Audience {
  userId: string;
  staff: boolean;
  isSuperAdmin: boolean;
  seesAll: boolean;
  /** The companies whose every ticket they see. */
  companies: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

export function audienceFor(actor: Actor): Audience {
  const companies = companiesSeenWhole(actor);
  return {
    userId: actor.id,
    staff: isStaff(actor),
    isSuperAdmin: can(actor, "user.read"),
    seesAll: sightOf(actor) === "all",
    companies: companies.length > 0 ? new Set(companies) : nothing,
  };
}

export function seesTheSame(one: Audience, other: Audience): boolean {
  return (
    one.staff === other.staff &&
    one.isSuperAdmin === other.isSuperAdmin &&
    one.seesAll === other.seesAll &&
    one.companies.size === other.companies.size &&
    [...one.companies].every((id) => other.companies.has(id))
  );
}

/**
 * What a person is sent about an event; null: nothing. A customer gets public events only, and never
 * a version. A ticket that left someone's scope is sent once, as gone.
 */
export function newsFor(event: ReadEvent, reader: Audience): LiveNews | null {
  const { topic, subjectId, number } = event;
  if (topic === "access") return null;
  if (topic === "users" || topic === "companies") return reader.isSuperAdmin ? { topic } : null;
  if (topic === "desk") return { topic };
  if (topic === "settings" || topic === "macros" || topic === "views") {
    return reader.staff ? { topic } : null;
  }
  if (topic === "notifications" || topic === "drafts") {
    return event.peopleIds.includes(reader.userId) ? { topic } : null;
  }
  if (subjectId === null) return null;
  const sees = seesTicket(reader, event.companyId === null ? [] : [event.companyId], event.people);
  if (topic === "presence") return reader.staff && sees ? { topic, id: subjectId } : null;
  if (number === null) return null;
  const told = { topic, id: subjectId, number } as const;
  if (!sees) {
    return seesTicket(reader, event.companyIds, event.peopleIds) ? { ...told, gone: true } : null;
  }
  if (reader.staff) return { ...told, version: event.version ?? undefined };
  const named = event.audience === "person" && event.peopleIds.includes(reader.userId);
  return event.audience === "everyone" || named ? told : null;
}

function seesTicket(
  { userId, staff, seesAll, companies }: Audience,
  companyIds: readonly string[],
  peopleIds: readonly string[],
): boolean {
  if (seesAll) return true;
  if (companyIds.some((id) => companies.has(id))) return true;
  return !staff && peopleIds.includes(userId);
}
