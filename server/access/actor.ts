import type { Role } from "../../shared/access.ts";
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
}

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

/** What every command and query receives; it knows neither tRPC nor Hono. */
export interface Deps {
  db: Db;
  now: Date;
}

/** The same with the actor: one shape for every entry point and for scheduled work. */
export interface ActorDeps extends Deps {
  actor: Actor;
  /** The actor's session; null for scheduled work. */
  sessionId: string | null;
  /** Links log and audit entries to the request; never a secret. */
  requestId: string;
  /** The network of the request, as far as it can be trusted; absent for scheduled work. */
  network?: string;
}
