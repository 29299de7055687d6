import type { Role } from "../../shared/access.ts";
import type { TokenScope } from "../../shared/api-tokens.ts";
import type { CompanyScope } from "../../shared/users.ts";
import type { Db } from "../db/database.ts";

/** The acting user: their scope and permissions are decided by this. */
export interface Actor {
  id: string;
  role: Role;
  companyScope: CompanyScope | null;
  /** An Agent's assigned companies, or those a Customer belongs to. */
  companyIds: readonly string[];
  /** The companies whose tickets a Customer sees in full. */
  seesAllOf: readonly string[];
  /** A program with a name and role of its own: it is never assigned. */
  isApp?: boolean;
  /** For a token without the scope for notes, notes do not exist. */
  withoutNotes?: boolean;
}

/** What proves who is acting: a session or an API token, by its id. The secret itself is not known here. */
export type Credential =
  | { kind: "session"; id: string }
  | { kind: "token"; id: string; scopes: readonly TokenScope[] };

/** A user with their companies, in the order of reading. */
export function toActor(
  { id, role, companyScope }: Pick<Actor, "id" | "role" | "companyScope">,
  companies: readonly { id: string; seesAllTickets: boolean }[],
): Actor {
  return {
    id,
    role,
    companyScope,
    companyIds: companies.map(({ id }) => id),
    seesAllOf: companies.filter(({ seesAllTickets }) => seesAllTickets).map(({ id }) => id),
  };
}

/** Who is assigned to a ticket that this actor resolves. */
export function assignable({ id, isApp }: Pick<Actor, "id" | "isApp">): string | null {
  return isApp ? null : id;
}

/** What a link in a customer's mail names: it opens one ticket for one person. */
export interface OneTicketLink {
  ticketId: string;
  userId: string;
  /** Days from 1970 to the mail. */
  day: number;
  /** That of the person's row in `ticket_people`; another one there revokes the link. */
  generation: number;
}

/** What every command and query receives; it knows neither tRPC nor Hono. */
export interface Deps {
  db: Db;
  now: Date;
}

/** The same with the actor: one shape for every entry point and for scheduled work. */
export interface ActorDeps extends Deps {
  actor: Actor;
  /** Null for scheduled work, and for a person who came by the link in a mail. */
  credential: Credential | null;
  /** The link in a mail by which the actor came. */
  link?: OneTicketLink;
  /** The version of the ticket that a program saw, if it wants no other to be changed. */
  ifVersion?: number;
  /** Links log and audit entries to the request; never a secret. */
  requestId: string;
  /** The network of the request, as far as it can be trusted; absent for scheduled work. */
  network?: string;
}
