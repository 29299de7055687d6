import { type Role, roles } from "../../shared/access.ts";
import {
  type CompanyScope,
  companyScopes,
  scopeWords,
  type UserCompany,
} from "../../shared/users.ts";
import { Field } from "../ui/field.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "../ui/select.tsx";
import { CompanyPicker } from "./CompanyPicker.tsx";

export interface RoleValues {
  role: Role;
  companyScope: CompanyScope | null;
  companies: UserCompany[];
}

interface RoleFieldsProps {
  values: RoleValues;
  errors: {
    role?: string | undefined;
    companyScope?: string | undefined;
    companies?: string | undefined;
  };
  /** Nobody changes their own role. */
  isOneself: boolean;
  /** Whether it is said of each company what it shows a customer. */
  withSight?: boolean;
  onRole: (role: Role) => void;
  onChange: (change: Partial<RoleValues>) => void;
}

/** What somebody is here, and so what they see. */
export function RoleFields(props: RoleFieldsProps) {
  const { values, errors, isOneself, withSight = true, onRole, onChange } = props;
  const { role, companyScope, companies } = values;
  return (
    <>
      <Field
        label="Role"
        error={errors.role}
        hint={isOneself ? "Nobody changes their own role." : roleWords[role]}
      >
        {(control) => (
          <Select
            value={role}
            disabled={isOneself}
            onValueChange={(next) => onRole(roles.find((each) => each === next) ?? role)}
          >
            <SelectTrigger {...control} />
            <SelectContent>
              {roles.map((each) => (
                <SelectItem key={each} value={each}>
                  {each}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
      {role === "Agent" && (
        <Field label="Company scope" error={errors.companyScope}>
          {(control) => (
            <Select
              value={companyScope ?? ""}
              onValueChange={(next) =>
                onChange({ companyScope: companyScopes.find((each) => each === next) ?? null })
              }
            >
              <SelectTrigger
                {...control}
                placeholder={`Choose what ${withSight ? "this agent sees" : "these agents see"}`}
              />
              <SelectContent>
                {companyScopes.map((scope) => (
                  <SelectItem key={scope} value={scope}>
                    {scopeWords[scope]}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </Field>
      )}
      {(role === "Customer" || companyScope === "assigned") && role !== "Super Admin" && (
        <Field
          label={role === "Agent" ? "Assigned companies" : "Companies"}
          error={errors.companies}
          hint={companiesHint(role, companies.length)}
        >
          {(control) => (
            <CompanyPicker
              control={control}
              companies={companies}
              withSight={withSight && role === "Customer"}
              onChange={(next) => onChange({ companies: next })}
            />
          )}
        </Field>
      )}
    </>
  );
}

const roleWords: Record<Role, string> = {
  "Super Admin": "Sees and may do everything.",
  Agent: "Works on tickets, of every company or of those assigned.",
  Customer: "Asks, and sees their own tickets.",
};

function companiesHint(role: Role, count: number): string | undefined {
  if (count > 0) return undefined;
  if (role === "Agent") return "With no company assigned this agent sees no ticket.";
  return "A new customer without any joins the company of their mail domain, if there is one.";
}
