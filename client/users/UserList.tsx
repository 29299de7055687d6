import type { User, UserSort } from "../../shared/users.ts";
import { trpc } from "../lib/trpc.ts";
import { exportAddress } from "../parts/import/export-address.ts";
import { AreaToolbar } from "../parts/list/area-toolbar.tsx";
import { DataTable } from "../parts/list/data-table.tsx";
import { ListActions } from "../parts/list/list-actions.tsx";
import { ListBody } from "../parts/list/list-body.tsx";
import { SearchBox } from "../parts/list/search-box.tsx";
import type { ChosenRows } from "../parts/list/selection/use-chosen-rows.ts";
import { WhileChosen } from "../parts/list/selection/while-chosen.tsx";
import { useAim } from "../parts/list/use-aim.ts";
import type { Pages } from "../parts/list/use-pages.ts";
import { EmptyUsers } from "./EmptyUsers.tsx";
import { UserFilters } from "./UserFilters.tsx";
import { UserSelectionBar } from "./UserSelectionBar.tsx";
import { filterOf } from "./use-users.ts";
import { userColumns } from "./user-columns.tsx";
import { type UserList as Address, noFilters, searchLimit } from "./user-list-address.ts";

interface UserListProps {
  list: Address;
  change: (patch: Partial<Address>) => void;
  pages: Pages<User>;
  count: number | undefined;
  listKey: string;
  chosen: ChosenRows<User>;
  open: string | null;
  /** Who is open, or was last. */
  last: string | null;
  onNew: () => void;
}

export function UserList(props: UserListProps) {
  const { list, change, pages, count, listKey, chosen, open, last, onNew } = props;
  const utils = trpc.useUtils();
  const aim = useAim(({ id }: { id: string }) => void utils.users.get.prefetch({ id }));
  return (
    <>
      <AreaToolbar
        title="Users"
        count={count}
        one="user"
        many="users"
        actions={
          <ListActions
            label="New user"
            onNew={onNew}
            imports="users"
            exportAddress={exportAddress("users", {
              ...filterOf(list),
              ...{ sort: list.sort, descending: list.descending },
            })}
          />
        }
      >
        <SearchBox
          label="Name, address, company"
          shown={list.search}
          onSearch={(search) => change({ search })}
          maxLength={searchLimit}
          className="w-64 max-shell:w-full"
        />
        <UserFilters list={list} users={pages.rows} change={change} />
      </AreaToolbar>
      <ListBody pages={pages} empty={<EmptyUsers onClear={() => change(noFilters)} />}>
        <DataTable
          label="Users"
          columns={userColumns}
          pages={pages}
          count={count}
          sort={{ id: list.sort, desc: list.descending }}
          onSort={({ id, desc }) => change({ sort: id as UserSort, descending: desc })}
          listKey={listKey}
          current={last}
          opened={open}
          onAim={aim}
          selection={chosen.rows}
          rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
        />
      </ListBody>
      <WhileChosen size={chosen.ids.size}>
        <UserSelectionBar chosen={chosen} list={list} count={count} />
      </WhileChosen>
    </>
  );
}
