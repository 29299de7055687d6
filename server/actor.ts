import type { Role } from "../shared/access.ts";
import type { CompanyScope } from "../shared/users.ts";
import type { Db } from "./db/database.ts";

/** Who acts: what scope and rights are decided by. */
export interface Actor {
  id: string;
  role: Role;
  companyScope: CompanyScope | null;
  /** An Agent's assigned companies, or those a Customer belongs to. */
  companyIds: readonly string[];
  /** Of those, the ones whose every ticket a Customer sees. */
  seesAllOf: readonly string[];
}

/** Somebody with their companies, as these are read: in the order in which they come. */
export function toActor(
  { id, role, companyScope }: Pick<Actor, "id" | "role" | "companyScope">,
  companies: readonly { id: string; seesAllTickets: boolean }[],
): Actor {
  return {
    ...{ id, role, companyScope },
    companyIds: companies.map(({ id }) => id),
    seesAllOf: companies.filter(({ seesAllTickets }) => seesAllTickets).map(({ id }) => id),
  };
}

/** What every command and query gets: it knows neither tRPC nor Hono. */
export interface Deps {
  db: Db;
  now: Date;
}

/** The same of who acts: one shape, behind every door and in what goes on by itself. */
export interface ActorDeps extends Deps {
  actor: Actor;
  /** Through which session they act; null for what goes on by itself. */
  sessionId: string | null;
  /** Ties what is logged and audited to the request; never a secret. */
  requestId: string;
  /** Where the request came from, as far as it can be believed; none for what goes on by itself. */
  network?: string;
}
