import type { CompanyState } from "../../../shared/companies.ts";

export const companyStateNames: Record<CompanyState, string> = {
  active: "Active",
  archived: "Archived",
};
