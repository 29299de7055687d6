import { Users } from "lucide-react";
import type { User } from "../../../shared/users.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { RecordList, type RecordListState } from "../../components/record/RecordList.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { trpc } from "../../data/trpc.ts";
import { UserFilters } from "./UserFilters.tsx";
import { UserSelectionBar } from "./UserSelectionBar.tsx";
import { userColumns } from "./user-columns.tsx";
import { type UserList as Address, noFilters, userFilterOf, userSearchLimit } from "./user-list.ts";

export function UserList(props: RecordListState<User, Address>) {
  const { list, change, pages, count, chosen } = props;
  const { sort, descending } = list;
  const utils = trpc.useUtils();
  return (
    <RecordList
      {...props}
      title="Users"
      one="user"
      many="users"
      search={{
        label: "Name, email, company",
        maxLength: userSearchLimit,
        className: "max-w-64 flex-1 basis-48 max-shell:max-w-none max-shell:basis-full",
      }}
      exportAddress={exportAddress("users", { ...userFilterOf(list), sort, descending })}
      filters={<UserFilters list={list} users={pages.rows} change={change} />}
      columns={userColumns}
      empty={<EmptyUsers onClear={() => change(noFilters)} />}
      selectionBar={
        <UserSelectionBar chosen={chosen} users={pages.rows} list={list} count={count} />
      }
      onAim={({ id }) => void utils.users.get.prefetch({ id })}
    />
  );
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
