import type { Role } from "../../shared/access.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";
import type { Language, TeamName } from "./content/story.ts";
import { hour } from "./content/working-hours.ts";

export interface DemoUser {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  state: UserState;
  /** Names: what an Agent is assigned, or what a Customer is a member of. */
  companies: readonly string[];
  seesAllTickets: boolean;
  companyScope: CompanyScope | null;
  timeZone: string;
  phone: string | null;
  teams: readonly TeamName[];
  languages: readonly Language[];
  /** How much of their company's writing is theirs. */
  share: number;
}

/** Who has not come in by then is invited once more, so long after they were made. */
export const invitedAgainAfter = 19 * hour;
