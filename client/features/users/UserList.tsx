import type { User } from "../../../shared/users.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { RecordList, type RecordListState } from "../../components/record/RecordList.tsx";
import { trpc } from "../../data/trpc.ts";
import { EmptyUsers } from "./EmptyUsers.tsx";
import { UserFilters } from "./UserFilters.tsx";
import { UserSelectionBar } from "./UserSelectionBar.tsx";
import { userFilterOf } from "./use-users.ts";
import { userColumns } from "./user-columns.tsx";
import { type UserList as Address, noFilters, userSearchLimit } from "./user-list-address.ts";

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
        label: "Name, address, company",
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
