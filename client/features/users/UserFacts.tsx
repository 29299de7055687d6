import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import {
  type Invitation,
  scopeWords,
  type UndeliveredLink,
  type UserCompany,
  type UserRecord,
} from "../../../shared/users.ts";
import { formatClock } from "../../components/format/format.ts";
import { MailStopNote } from "../../components/MailStopNote.tsx";
import { FieldRow, FieldRows } from "../../components/record/Record.tsx";
import { zoneName } from "../../components/time-zone/time-zones.ts";
import { ShellCommand } from "../../components/ui/shell-command.tsx";
import { StateWord } from "../../components/ui/state-dot.tsx";
import { Day, ShortDay, TimeAgo } from "../../components/ui/time-ago.tsx";
import { useNow } from "../../data/time/use-now.ts";
import { PendingAddress } from "./PendingAddress.tsx";
import { userStateNames, userStateTones } from "./UserStateBadge.tsx";

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
        <StateWord tone={userStateTones[state]}>{userStateNames[state]}</StateWord>
      </FieldRow>
      <UserInvitation user={user} />
      {user.mailStop && (
        <FieldRow label="Email">
          <MailStopNote userId={user.id} stop={user.mailStop} />
        </FieldRow>
      )}
      {user.addressChange && (
        <FieldRow label="New address">
          <PendingAddress user={user} change={user.addressChange} />
        </FieldRow>
      )}
      <FieldRow label="Phone">{phone ?? <None>None</None>}</FieldRow>
      <FieldRow label="Time zone">
        {timeZone ? <Clock timeZone={timeZone} /> : <None>Detect from browser</None>}
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

/** The state of the invitation, and why the mail server refused the last link. */
function UserInvitation({ user }: { user: UserRecord }) {
  const { invitation, undelivered, linkOnServer, email } = user;
  if (!invitation && !undelivered) return null;
  const refused = undelivered && <Refused why={undelivered.why} />;
  if (!invitation) return <FieldRow label="Reset link">{refused}</FieldRow>;
  return (
    <FieldRow label="Invitation">
      {!(refused && invitation.is === "undelivered") && (
        <p>
          <Words invitation={invitation} />
        </p>
      )}
      {refused}
      {linkOnServer && (
        <p className="text-muted-foreground">
          Create their link on the server:{" "}
          <ShellCommand>npx -y bun run user:link --email {email}</ShellCommand>
        </p>
      )}
    </FieldRow>
  );
}

function Words({ invitation }: { invitation: Invitation }) {
  if (invitation.is === "open") {
    return (
      <>
        Valid until <ShortDay at={invitation.until} />
      </>
    );
  }
  if (invitation.is === "over") {
    return (
      <>
        Expired <ShortDay at={invitation.since} />
      </>
    );
  }
  return words[invitation.is];
}

const words = {
  never: "Never sent",
  waiting: "Waiting to be sent",
  kept: "Stored under Settings, not sent",
  undelivered: "Not delivered",
  void: "None active",
};

function Refused({ why }: Pick<UndeliveredLink, "why">) {
  return (
    <p className="wrap-anywhere text-danger-text">
      Not delivered: <bdi>{why}</bdi>
    </p>
  );
}
