import { useCallback, useEffect, useRef } from "react";
import { type CompanyRef, noCompany, type User } from "../../../shared/users.ts";
import { takeAskedUser } from "../../components/people/asked-user.ts";
import { personTyped } from "../../components/people/person-typed.ts";
import { trpc } from "../../data/trpc.ts";
import { companyListed } from "./company-listed.ts";
import { openUserDialog } from "./user-dialogs.ts";
import type { UserList } from "./user-list-address.ts";

/** A new user begins with the company that the list is narrowed to; also where another page leads here for one. */
export function useAddUser({ companyId }: UserList, users: readonly User[]): () => void {
  const utils = trpc.useUtils();
  const shown = useRef({ companyId, users });
  shown.current = { companyId, users };
  useEffect(() => {
    const asked = takeAskedUser();
    if (!asked || asked.company.id !== shown.current.companyId) return;
    open(asked.company, personTyped(asked.typed));
  }, []);
  return useCallback(() => {
    const { companyId: id, users } = shown.current;
    if (id === undefined || id === noCompany) return open();
    const known = companyListed(users, id) ?? utils.companies.get.getData({ id });
    if (known) return open(known);
    // Nobody of it is listed, and its name has not come yet.
    void utils.companies.get.fetch({ id }).then(open, () => open());
  }, [utils]);
}

function open(company?: CompanyRef, typed?: ReturnType<typeof personTyped>): void {
  const companies = company
    ? [{ id: company.id, name: company.name, seesAllTickets: false }]
    : undefined;
  openUserDialog({ kind: "new", begun: { ...typed, ...(companies && { companies }) } });
}
