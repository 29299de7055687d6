import { Users } from "lucide-react";
import type { UserSort } from "../../shared/users.ts";
import { usePage } from "../lib/page.tsx";
import { AreaToolbar } from "../parts/area-toolbar.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { useListAddress } from "../parts/list-address.ts";
import { ListTrouble, StaleStrip } from "../parts/list-trouble.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { UserFilters } from "./UserFilters.tsx";
import { useUsers } from "./use-users.ts";
import { userColumns } from "./user-columns.tsx";
import { searchLimit, userListAddress } from "./user-list-address.ts";

export function UserListPage() {
  const [list, change] = useListAddress(userListAddress);
  const { pages, count } = useUsers(list);
  usePage("Users");
  const clear = () =>
    change({ search: "", role: undefined, state: undefined, companyId: undefined });
  return (
    <div className="flex h-full flex-col">
      <AreaToolbar title="Users" count={count} one="user" many="users">
        <SearchBox
          label="Name, address, company"
          shown={list.search}
          onSearch={(search) => change({ search })}
          maxLength={searchLimit}
          className="w-64 max-shell:w-full"
        />
        <UserFilters list={list} users={pages.rows} change={change} />
      </AreaToolbar>
      {pages.failure && pages.rows.length === 0 ? (
        <ListTrouble failure={pages.failure} retry={pages.retry} />
      ) : !pages.isWaiting && pages.rows.length === 0 ? (
        <EmptyState
          icon={Users}
          title="No user found"
          action={
            <Button variant="outline" onClick={clear}>
              Clear search and filters
            </Button>
          }
        >
          Nobody fits what is searched and filtered here.
        </EmptyState>
      ) : (
        <>
          {pages.failure && <StaleStrip failure={pages.failure} retry={pages.retry} />}
          <DataTable
            label="Users"
            columns={userColumns}
            pages={pages}
            count={count}
            sort={{ id: list.sort, desc: list.descending }}
            onSort={({ id, desc }) => change({ sort: id as UserSort, descending: desc })}
            listKey={JSON.stringify(list)}
            rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
          />
        </>
      )}
    </div>
  );
}
