import type { AuditAct } from "../../shared/audit.ts";
import type { CompanyState } from "../../shared/companies.ts";

/** Of a change: by that of its state it is called, where there is one. */
export function actOfChange(state: CompanyState | undefined): AuditAct {
  if (state === undefined) return "company.updated";
  return state === "archived" ? "company.archived" : "company.restored";
}
