import type { Role } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { CompanyScope, UserState } from "../../../shared/users.ts";
import { type GivenCompany, scopeFor } from "../../users/companies.ts";
import type { ReadRow } from "../read-cells.ts";
import type { UserRowValues } from "./read-user-row.ts";

/** A user to be created. */
export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Without a password a user is not active, whatever the row says. */
  state: Exclude<UserState, "active">;
  companyScope: CompanyScope | null;
  companies: GivenCompany[];
  phone: string | null;
  timeZone: string | null;
  /** The fields of the row, for the audit log. */
  fields: string[];
}

/** Without a role, the user is a Customer; without companies, the email domain decides. */
export function newUserFrom(
  { values, unread }: Pick<ReadRow<UserRowValues>, "values" | "unread">,
  named: readonly GivenCompany[] | undefined,
  domains: ReadonlyMap<string, string>,
): { user: NewUser; reasons: string[] } {
  const { email, firstName = "", lastName = "", role = "Customer" } = values;
  const reasons: string[] = [];
  const isNamed = firstName !== "" || unread?.has("firstName") || unread?.has("fullName");
  if (!isNamed) reasons.push("First name is missing.");
  const ofDomain = role === "Customer" ? domains.get(domainOf(email)) : undefined;
  const companies = named ?? (ofDomain ? [{ id: ofDomain }] : []);
  const user: NewUser = {
    email,
    firstName,
    lastName,
    role,
    state: values.state === "disabled" ? "disabled" : "invited",
    companyScope: null,
    companies: companies.map(({ id, seesAllTickets = false }) => ({
      id,
      seesAllTickets: role === "Customer" && seesAllTickets,
    })),
    phone: values.phone ?? null,
    timeZone: values.timeZone ?? null,
    fields: Object.keys(values),
  };
  // The intended role is unknown.
  if (unread?.has("role")) return { user, reasons };
  try {
    user.companyScope = scopeFor(role, values.companyScope);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reasons.push(error.message);
  }
  return { user, reasons };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
