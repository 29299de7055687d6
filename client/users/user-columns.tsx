import { useLocation } from "react-router-dom";
import { fullName, type User } from "../../shared/users.ts";
import { RowLink } from "../parts/list/RowLink.tsx";
import { Searched } from "../parts/list/Searched.tsx";
import { columnsFor } from "../parts/list/table-columns.ts";
import { Avatar } from "../ui/avatar.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { UserStateBadge, userStateNames } from "./UserStateBadge.tsx";

const column = columnsFor<User>();

export const userColumns = column.columns([
  column.accessor(fullName, {
    id: "name",
    header: "Name",
    sortDescFirst: false,
    meta: { skeleton: "w-32", picture: true },
    cell: ({ row }) => <Name user={row.original} />,
  }),
  column.accessor((user) => user.email, {
    id: "email",
    header: "Email",
    sortDescFirst: false,
    meta: { className: "w-[26%] text-muted-foreground @max-[44rem]:hidden", skeleton: "w-44" },
    cell: ({ row }) => (
      <span data-hint={row.original.email} data-hint-cut="">
        <Searched text={row.original.email} />
      </span>
    ),
  }),
  column.accessor((user) => user.role, {
    id: "role",
    header: "Role",
    sortDescFirst: false,
    meta: { className: "w-[13%] @max-[58rem]:w-28 @max-[32rem]:hidden", skeleton: "w-16" },
    cell: ({ row }) => row.original.role,
  }),
  column.accessor((user) => user.companies, {
    id: "companies",
    header: "Companies",
    sortDescFirst: false,
    meta: { className: "w-[20%] text-muted-foreground @max-[58rem]:hidden", skeleton: "w-28" },
    cell: ({ row }) => <Companies user={row.original} />,
  }),
  column.accessor((user) => user.createdAt, {
    id: "created",
    header: "Created",
    sortDescFirst: true,
    meta: {
      className: "w-32 text-muted-foreground @max-[70rem]:hidden",
      align: "end",
      skeleton: "w-14",
    },
    cell: ({ row }) => <TimeAgo at={row.original.createdAt} />,
  }),
  column.accessor((user) => user.lastSeenAt, {
    id: "lastSeen",
    header: "Seen",
    sortDescFirst: true,
    meta: {
      className: "w-30 text-muted-foreground @max-[32rem]:w-24",
      align: "end",
      skeleton: "w-10",
    },
    cell: ({ row }) =>
      row.original.lastSeenAt ? <TimeAgo at={row.original.lastSeenAt} /> : "never",
  }),
]);

/** With what has no room for a column of its own below. */
function Name({ user }: { user: User }) {
  const name = fullName(user);
  const { search } = useLocation();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar id={user.id} name={name} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <RowLink
            to={`/user/${user.id}${search}`}
            dir="auto"
            data-hint={name}
            data-hint-cut=""
            className="truncate text-left font-medium outline-none"
          >
            <Searched text={name} />
          </RowLink>
          <span className="contents @max-[32rem]:hidden">
            <UserStateBadge state={user.state} />
          </span>
        </span>
        <span className="hidden truncate text-muted-foreground text-xs @max-[44rem]:block">
          <span className="@min-[32rem]:hidden">
            {user.role} ·{user.state !== "active" && ` ${userStateNames[user.state]} ·`}{" "}
          </span>
          <Searched text={user.email} />
        </span>
      </span>
    </span>
  );
}

function Companies({ user: { role, companyScope, companies } }: { user: User }) {
  if (role === "Super Admin" || companyScope === "all") return "All companies";
  if (companies.length === 0) return <span className="text-faint">No company</span>;
  const names = companies.map(({ name }) => name).join(", ");
  return (
    <span dir="auto" data-hint={names} data-hint-cut="" className="block truncate text-left">
      <Searched text={names} />
    </span>
  );
}
