import { type Role, roles } from "../../../shared/access.ts";
import {
  type CompanyScope,
  companyScopes,
  scopeWords,
  type UserCompany,
} from "../../../shared/users.ts";
import { Field } from "../../components/ui/field.tsx";
import { SelectField } from "../../components/ui/select-field.tsx";
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
  /** Users cannot change their own role. */
  isSelf: boolean;
  /** For many users, access to all company tickets is not set per company. */
  of: "new" | "one" | "many";
  onRole: (role: Role) => void;
  onChange: (change: Partial<RoleValues>) => void;
}

/** The role of a user and the companies they can see. */
export function RoleFields(props: RoleFieldsProps) {
  const { values, errors, isSelf, of, onRole, onChange } = props;
  const { role, companyScope, companies } = values;
  return (
    <>
      <SelectField
        label="Role"
        error={errors.role}
        hint={isSelf ? "You can't change your own role." : roleWords[role]}
        disabled={isSelf}
        value={role}
        options={roles}
        nameOf={(each) => each}
        onChange={onRole}
      />
      {role === "Agent" && (
        <SelectField
          label="Company scope"
          error={errors.companyScope}
          placeholder={`Choose what ${of === "many" ? "these agents see" : "this agent sees"}`}
          value={companyScope}
          options={companyScopes}
          nameOf={(scope) => scopeWords[scope]}
          onChange={(next) => onChange({ companyScope: next })}
        />
      )}
      {(role === "Customer" || companyScope === "assigned") && role !== "Super Admin" && (
        <Field
          label={role === "Agent" ? "Assigned companies" : "Companies"}
          error={errors.companies}
          hint={companies.length > 0 ? undefined : withoutAny(role, of)}
        >
          {(control) => (
            <CompanyPicker
              control={control}
              companies={companies}
              withAccess={of !== "many" && role === "Customer"}
              onChange={(next) => onChange({ companies: next })}
            />
          )}
        </Field>
      )}
    </>
  );
}

const roleWords: Record<Role, string> = {
  "Super Admin": "Sees and manages everything.",
  Agent: "Works on tickets of all or assigned companies.",
  Customer: "Opens tickets and sees their own.",
};

/** What follows if no company is chosen. */
function withoutAny(role: Role, of: RoleFieldsProps["of"]): string | undefined {
  if (role === "Agent") {
    return `Without an assigned company, ${of === "many" ? "these agents see" : "this agent sees"} no tickets.`;
  }
  return of === "new" ? "If empty, they join the company that owns their email domain." : undefined;
}
