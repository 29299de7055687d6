import { useLocation } from "react-router-dom";
import { fullName, type User } from "../../../shared/users.ts";
import { RowLink } from "../../components/table/RowLink.tsx";
import { Searched } from "../../components/table/Searched.tsx";
import type { Columns } from "../../components/table/table-columns.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { UserStateBadge, userStateNames } from "./UserStateBadge.tsx";

export const userColumns: Columns<User> = [
  {
    id: "name",
    header: "Name",
    order: "ascending",
    skeleton: "w-32",
    picture: true,
    cell: (user) => <Name user={user} />,
  },
  {
    id: "email",
    header: "Email",
    order: "ascending",
    className: "w-[26%] text-muted-foreground @max-[58rem]:w-[31%] @max-[44rem]:hidden",
    skeleton: "w-44",
    cell: (user) => (
      <span data-hint={user.email} data-hint-cut="">
        <Searched text={user.email} />
      </span>
    ),
  },
  {
    id: "role",
    header: "Role",
    order: "ascending",
    className: "w-[13%] @max-[58rem]:w-28 @max-[32rem]:hidden",
    skeleton: "w-16",
    cell: (user) => user.role,
  },
  {
    id: "companies",
    header: "Companies",
    order: "ascending",
    className: "w-[20%] text-muted-foreground @max-[58rem]:hidden",
    skeleton: "w-28",
    cell: (user) => <Companies user={user} />,
  },
  {
    id: "created",
    header: "Created",
    order: "descending",
    className: "w-32 text-muted-foreground @max-[70rem]:hidden",
    align: "end",
    skeleton: "w-14",
    cell: (user) => <TimeAgo at={user.createdAt} />,
  },
  {
    id: "lastSeen",
    header: "Seen",
    order: "descending",
    className: "w-30 text-muted-foreground @max-[32rem]:w-29",
    align: "end",
    skeleton: "w-10",
    cell: (user) => (user.lastSeenAt ? <TimeAgo at={user.lastSeenAt} /> : "never"),
  },
];

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
