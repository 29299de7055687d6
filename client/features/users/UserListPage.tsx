import { Users } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { type CompanyRef, fullName, noCompany, type User } from "../../../shared/users.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { personTyped } from "../../components/people/person-typed.ts";
import { takeRequestedUser } from "../../components/people/requested-user.ts";
import { RecordArea, useRecordArea } from "../../components/record/RecordArea.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { UserFilters } from "./UserFilters.tsx";
import { UserPanel } from "./UserPanel.tsx";
import { UserSelectionBar } from "./UserSelectionBar.tsx";
import { userColumns } from "./user-columns.tsx";
import { closeUserDialog, openUserDialog, userDialog } from "./user-dialogs.ts";
import {
  type UserList as Address,
  companyInList,
  noFilters,
  userFilterOf,
  userListAddress,
  userSearchLimit,
  useUsers,
} from "./user-list.ts";

const UserDialogs = lazyDialog(() => import("./lazy-dialogs.ts"), "UserDialogs");

/** The users, and the open record next to the list or over it. */
export function UserListPage() {
  const state = useRecordArea<User, Address>({
    area: "/user",
    address: userListAddress,
    useRows: useUsers,
    nameOf: fullName,
  });
  const { list, change, rows, count, chosen, listAddress } = state;
  const add = useAddUser(list, rows);
  const hasDialog = useStore(userDialog) !== null;
  const utils = trpc.useUtils();
  useEffect(() => void UserDialogs.preload(), []);
  useEffect(() => closeUserDialog, []);
  const { sort, descending } = list;
  return (
    <>
      <RecordArea
        state={state}
        page="Users"
        title="Users"
        one="user"
        many="users"
        search={{
          label: "Name, email, company",
          maxLength: userSearchLimit,
          className: "max-w-64 flex-1 basis-48 max-shell:max-w-none max-shell:basis-full",
        }}
        exportAddress={exportAddress("users", { ...userFilterOf(list), sort, descending })}
        filters={<UserFilters list={list} users={rows} change={change} />}
        columns={userColumns}
        empty={<EmptyUsers onClear={() => change(noFilters)} />}
        selectionBar={<UserSelectionBar chosen={chosen} users={rows} list={list} count={count} />}
        onNew={add}
        onAim={({ id }) => void utils.users.get.prefetch({ id })}
        record={(id, known) => (
          <UserPanel key={id} id={id} known={known} listAddress={listAddress} />
        )}
      />
      {hasDialog && <UserDialogs listAddress={listAddress} onClose={closeUserDialog} />}
    </>
  );
}

/** A new user starts in the company the list is filtered by, or in the one another page asked for. */
function useAddUser({ companyId }: Address, users: readonly User[]): () => void {
  const utils = trpc.useUtils();
  const shown = useRef({ companyId, users });
  shown.current = { companyId, users };
  useEffect(() => {
    const asked = takeRequestedUser();
    if (!asked || asked.company.id !== shown.current.companyId) return;
    open(asked.company, personTyped(asked.typed));
  }, []);
  return useCallback(() => {
    const { companyId: id, users } = shown.current;
    if (id === undefined || id === noCompany) return open();
    const known = companyInList(users, id) ?? utils.companies.get.getData({ id });
    if (known) return open(known);
    // No user of the company is loaded, so its name has to be fetched.
    void utils.companies.get.fetch({ id }).then(open, () => open());
  }, [utils]);
}

function open(company?: CompanyRef, typed?: ReturnType<typeof personTyped>): void {
  const companies = company
    ? [{ id: company.id, name: company.name, seesAllTickets: false }]
    : undefined;
  openUserDialog({ kind: "new", preset: { ...typed, ...(companies && { companies }) } });
}

/** The list always holds the reader, so it can only be empty because of a search or filter. */
function EmptyUsers({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No users found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      No users match your search and filters.
    </EmptyState>
  );
}
