import { Pencil } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { fullName, type User, type UserRecord } from "../../../shared/users.ts";
import { keyHint, useKeys } from "../../app/keyboard/keys.ts";
import { usePage } from "../../app/navigation/page.ts";
import { StaleStrip } from "../../components/list/Freshness.tsx";
import { ComingRecord } from "../../components/record/ComingRecord.tsx";
import { Record } from "../../components/record/Record.tsx";
import { RecordHeader } from "../../components/record/RecordHeader.tsx";
import { furtherActsOf, RecordMenu } from "../../components/record/RecordMenu.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { UserFacts } from "./UserFacts.tsx";
import { UserHistory } from "./UserHistory.tsx";
import { UserSessions } from "./UserSessions.tsx";
import { UserTickets } from "./UserTickets.tsx";
import { useUserActs } from "./use-user-acts.ts";
import { userChoices } from "./user-choices.ts";

interface UserPanelProps {
  id: string;
  /** What the list knows of them. */
  known: User | undefined;
  listAddress: string;
}

const whileWaitingMs = 2_000;

/** Somebody's record. Who is deleted meanwhile is gone from it at once. */
export function UserPanel({ id, known, listAddress }: UserPanelProps) {
  const record = trpc.users.get.useQuery(
    { id },
    {
      // Nothing tells of it as it goes out.
      refetchInterval: ({ state }) => state.data?.invitation?.is === "waiting" && whileWaitingMs,
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
        gone="They were deleted since this link was made, or the link is mistyped."
        lead={named && <Picture user={named} />}
        name={named && fullName(named)}
        subtitle={named?.email}
        {...{ failure, retry, listAddress }}
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
  const isOneself = user.id === useViewer().id;
  const acts = useUserActs(user);
  const navigate = useNavigate();
  const choices = userChoices(user, acts, isOneself);
  const further = furtherActsOf(choices, navigate);
  useKeys({ "record.edit": acts.edit, about: name, further });
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
          <Hint label="Edit the user" shortcut={keyHint("record.edit")}>
            <Button variant="outline" size="sm" onClick={acts.edit}>
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
      <UserSessions {...{ user, acts, isOneself }} />
      <UserHistory user={user} />
    </Record>
  );
}

function Picture({ user }: { user: User }) {
  return <Avatar id={user.id} name={fullName(user)} size="lg" />;
}
