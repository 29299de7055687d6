import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { scopeWords, type UserCompany, type UserRecord } from "../../../shared/users.ts";
import { formatClock } from "../../components/format/format.ts";
import { FieldRow, FieldRows } from "../../components/record/FieldRow.tsx";
import { zoneName } from "../../components/time-zone/time-zones.ts";
import { StateDot } from "../../components/ui/state-dot.tsx";
import { Day, TimeAgo } from "../../components/ui/time-ago.tsx";
import { useNow } from "../../data/time/use-now.ts";
import { userStateNames, userStateTones } from "./UserStateBadge.tsx";
import { UserWayIn } from "./UserWayIn.tsx";

export function UserFacts({ user }: { user: UserRecord }) {
  const { role, state, companyScope, companies, phone, timeZone, createdAt, lastSeenAt } = user;
  return (
    <FieldRows>
      <FieldRow label="Role">{role}</FieldRow>
      {companyScope && <FieldRow label="Scope">{scopeWords[companyScope]}</FieldRow>}
      {role !== "Super Admin" && companyScope !== "all" && (
        <FieldRow label="Companies">
          {companies.length > 0 ? <Companies companies={companies} /> : <None>No company</None>}
        </FieldRow>
      )}
      <FieldRow label="State">
        <span className="flex items-center gap-2">
          <StateDot tone={userStateTones[state]} />
          {userStateNames[state]}
        </span>
      </FieldRow>
      <UserWayIn user={user} />
      <FieldRow label="Phone">{phone ?? <None>None</None>}</FieldRow>
      <FieldRow label="Time zone">
        {timeZone ? <Clock timeZone={timeZone} /> : <None>As their browser</None>}
      </FieldRow>
      <FieldRow label="Member since">
        <Day at={createdAt} />
      </FieldRow>
      <FieldRow label="Last seen">
        {lastSeenAt ? <TimeAgo at={lastSeenAt} said /> : <None>Never</None>}
      </FieldRow>
    </FieldRows>
  );
}

function None({ children }: { children: ReactNode }) {
  return <span className="text-faint">{children}</span>;
}

function Clock({ timeZone }: { timeZone: string }) {
  return (
    <>
      {zoneName(timeZone)}, {formatClock(useNow(), timeZone)} now
    </>
  );
}

/** Each with what it shows a customer beyond their own tickets. */
function Companies({ companies }: { companies: readonly UserCompany[] }) {
  return (
    <ul className="flex flex-col gap-1 py-1.5">
      {companies.map(({ id, name, seesAllTickets }) => (
        <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            to={`/company/${id}`}
            dir="auto"
            className="wrap-anywhere max-w-full rounded-sm text-left underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          {seesAllTickets && (
            <span className="text-muted-foreground text-xs">sees all company tickets</span>
          )}
        </li>
      ))}
    </ul>
  );
}
