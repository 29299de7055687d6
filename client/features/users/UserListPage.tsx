import { useEffect } from "react";
import { fullName } from "../../../shared/users.ts";
import { usePage } from "../../app/navigation/page.ts";
import { useListAddress } from "../../components/list/list-address.ts";
import { useChosenRows } from "../../components/list/selection/use-chosen-rows.ts";
import { RecordPanes } from "../../components/record/RecordPanes.tsx";
import { useOpenRecord } from "../../components/record/use-open-record.ts";
import { useRecordKeys } from "../../components/record/use-record-keys.ts";
import { useStore } from "../../data/store.ts";
import { UserList } from "./UserList.tsx";
import { UserPanel } from "./UserPanel.tsx";
import { useAddUser } from "./use-add-user.ts";
import { useUsers } from "./use-users.ts";
import { closeUserDialog, userDialog } from "./user-dialogs.ts";
import { UserDialogs } from "./user-dialogs-part.ts";
import { userListAddress } from "./user-list-address.ts";

/** The users, and the record of one of them beside the list or over it. */
export function UserListPage() {
  const { open, last, covered, listAddress } = useOpenRecord("/user");
  const [list, change] = useListAddress(userListAddress);
  const { pages, count, total } = useUsers(list);
  const { rows, isPrevious } = pages;
  const listKey = JSON.stringify(list);
  const chosen = useChosenRows({ listKey, rows, isPrevious, nameOf: fullName, covered });
  const add = useAddUser(list, rows);
  useRecordKeys({ rows, area: "/user", covered, onNew: add });
  const isAsked = useStore(userDialog) !== null;
  useEffect(() => void UserDialogs.preload(), []);
  useEffect(() => closeUserDialog, []);

  return (
    <>
      {open === null && <PageName />}
      <RecordPanes
        open={open}
        selecting={chosen.ids.size > 0}
        list={
          <UserList
            {...{ list, change, pages, count, total, listKey, chosen, open, last }}
            onNew={add}
          />
        }
        record={
          open && (
            <UserPanel
              key={open}
              id={open}
              known={rows.find(({ id }) => id === open)}
              listAddress={listAddress}
            />
          )
        }
      />
      {isAsked && <UserDialogs listAddress={listAddress} onClose={closeUserDialog} />}
    </>
  );
}

function PageName() {
  usePage("Users");
  return null;
}
