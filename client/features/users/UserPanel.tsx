import { Pencil } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { historyWords } from "../../../shared/user-history.ts";
import {
  fullName,
  type UserTickets as Tickets,
  type User,
  type UserRecord,
} from "../../../shared/users.ts";
import { keyHint, useKeys } from "../../app/keyboard/keys.ts";
import { usePage } from "../../app/navigation/page.ts";
import { formatNumber } from "../../components/format/format.ts";
import { ComingRecord } from "../../components/record/ComingRecord.tsx";
import { Record, RecordSection, RecordTickets, ShowAll } from "../../components/record/Record.tsx";
import { RecordHeader } from "../../components/record/RecordHeader.tsx";
import { furtherActsOf, RecordMenu } from "../../components/record/RecordMenu.tsx";
import { StaleStrip } from "../../components/table/Freshness.tsx";
import { SectionError } from "../../components/table/ListError.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { UserFacts } from "./UserFacts.tsx";
import { UserSessions } from "./UserSessions.tsx";
import { userMenu, useUserActions } from "./use-user-actions.ts";

interface UserPanelProps {
  id: string;
  /** The user as the list shows them. */
  known: User | undefined;
  listAddress: string;
}

const waitingIntervalMs = 2_000;

/** The record of a user. It disappears if the user is deleted. */
export function UserPanel({ id, known, listAddress }: UserPanelProps) {
  const record = trpc.users.get.useQuery(
    { id },
    {
      // No live event reports that a waiting invitation was sent.
      refetchInterval: ({ state }) => state.data?.invitation?.is === "waiting" && waitingIntervalMs,
      meta: { showsError: true },
    },
  );
  const failure = record.isError ? readFailure(record.error) : null;
  const retry = () => void record.refetch();
  const gone = failure?.code === "not_found";
  const named = gone ? undefined : (record.data ?? known);
  usePage(
    { label: "Users", to: listAddress },
    named ? fullName(named) : gone ? "Not found" : "User",
  );
  if (!record.data || gone) {
    return (
      <ComingRecord
        noun="user"
        gone="This user was deleted, or the link is wrong."
        lead={named && <Picture user={named} />}
        name={named && fullName(named)}
        subtitle={named?.email}
        failure={failure}
        retry={retry}
        listAddress={listAddress}
      />
    );
  }
  return (
    <>
      {failure && <StaleStrip failure={failure} retry={retry} />}
      <Known key={record.data.id} user={record.data} listAddress={listAddress} />
    </>
  );
}

function Known({ user, listAddress }: { user: UserRecord; listAddress: string }) {
  const name = fullName(user);
  const isSelf = user.id === useViewer().id;
  const actions = useUserActions(user);
  const navigate = useNavigate();
  const choices = userMenu(user, actions, isSelf);
  const further = furtherActsOf(choices, navigate);
  useKeys({ "record.edit": actions.edit, about: name, further });
  return (
    <Record
      label={name}
      header={
        <RecordHeader
          lead={<Picture user={user} />}
          title={name}
          subtitle={user.email}
          listAddress={listAddress}
        >
          <Hint label="Edit user" shortcut={keyHint("record.edit")}>
            <Button variant="outline" size="sm" onClick={actions.edit}>
              <Pencil />
              Edit
            </Button>
          </Hint>
          <RecordMenu choices={choices} />
        </RecordHeader>
      }
    >
      <UserFacts user={user} />
      <UserTickets user={user} />
      <UserSessions user={user} actions={actions} isSelf={isSelf} />
      <UserHistory user={user} />
    </Record>
  );
}

function Picture({ user }: { user: User }) {
  return <Avatar id={user.id} name={fullName(user)} size="lg" />;
}

/** The latest tickets they are assigned and have requested, with links to all of them. */
function UserTickets({ user }: { user: UserRecord }) {
  const { id, email, role } = user;
  const answer = trpc.users.tickets.useQuery({ id }, { meta: { showsError: true } });
  if (!answer.data) {
    return (
      <RecordSection title={role === "Customer" ? "Requested tickets" : "Assigned tickets"}>
        {answer.isError ? (
          <SectionError failure={readFailure(answer.error)} retry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        )}
      </RecordSection>
    );
  }
  const { assigned, requested } = answer.data;
  return (
    <>
      {assigned && (
        <Section
          title="Assigned tickets"
          words={`${formatNumber(assigned.count)} open`}
          none="No open tickets."
          query={`assignee:${email} is:open`}
          {...assigned}
        />
      )}
      {(requested.count > 0 || role === "Customer") && (
        <Section
          title="Requested tickets"
          words={formatNumber(requested.count)}
          none="No tickets yet."
          query={`requester:${email}`}
          {...requested}
        />
      )}
    </>
  );
}

interface SectionProps extends Tickets {
  title: string;
  /** The count, as shown next to the title. */
  words: string;
  none: string;
  /** Finds the same tickets in the list of tickets. */
  query: string;
}

function Section({ title, words, none, query, tickets, count }: SectionProps) {
  const all = `/ticket/log?${new URLSearchParams({ view: "all", q: query })}`;
  return (
    <RecordSection title={title} count={words} aside={count > 0 && <ShowAll of={title} to={all} />}>
      {count === 0 ? <p className="text-faint">{none}</p> : <RecordTickets tickets={tickets} />}
    </RecordSection>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-1">
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
    </div>
  );
}

/** The latest changes of this user. The audit log has all of them, and sign-ins too. */
function UserHistory({ user }: { user: UserRecord }) {
  const history = trpc.users.history.useQuery({ id: user.id }, { meta: { showsError: true } });
  return (
    <RecordSection
      title="History"
      aside={<ShowAll of="History" to={`/audit?on=user&id=${user.id}`} />}
    >
      {history.isPending && <Skeleton className="w-4/5" />}
      {history.isError && !history.data && (
        <SectionError failure={readFailure(history.error)} retry={() => void history.refetch()} />
      )}
      {history.data?.length === 0 && <p className="text-faint">Nothing yet.</p>}
      <ul className="flex flex-col gap-1.5">
        {history.data?.map((line) => (
          <li key={line.id} className="flex items-baseline gap-2 text-muted-foreground text-sm">
            <span dir="auto" className="min-w-0 flex-1 break-words text-left">
              {historyWords(line, user.id)}
            </span>
            <TimeAgo at={line.at} className="text-xs" />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
