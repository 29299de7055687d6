import type { Role } from "../../shared/access.ts";
import type { CompanyScope, User, UserCompany, UserState } from "../../shared/users.ts";

interface StoredUser {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  state: UserState;
  company_scope: CompanyScope | null;
  companies: UserCompany[];
  phone: string | null;
  time_zone: string | null;
  last_seen_at: Date | null;
  created_at: Date;
}

export function presentUser(row: StoredUser): User {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    state: row.state,
    companyScope: row.company_scope,
    companies: row.companies,
    phone: row.phone,
    timeZone: row.time_zone,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
