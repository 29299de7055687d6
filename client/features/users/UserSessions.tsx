import { useRef } from "react";
import type { SessionInfo, UserRecord } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { SessionRow } from "../../components/people/SessionRow.tsx";
import { RecordSection } from "../../components/record/Record.tsx";
import { SectionError } from "../../components/table/ListError.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import type { UserActions } from "./use-user-actions.ts";

interface UserSessionsProps {
  user: UserRecord;
  isSelf: boolean;
  actions: UserActions;
}

/** The sessions of a user. An ended session disappears immediately. */
export function UserSessions({ user, isSelf, actions }: UserSessionsProps) {
  const { sessions, end, endAll } = useUserSessions(user.id);
  const list = useRef<HTMLUListElement>(null);
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <RecordSection title="Sessions">
      {sessions.isPending && <Skeleton className="w-3/5" />}
      {sessions.isError && !sessions.data && (
        <SectionError failure={readFailure(sessions.error)} retry={() => void sessions.refetch()} />
      )}
      {sessions.data?.length === 0 && <p className="text-faint">Not signed in anywhere.</p>}
      {sessions.data && sessions.data.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Sessions"
          className="divide-y rounded-lg border focus-visible:outline-1"
        >
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              end={() => {
                end(session);
                // The focused button is removed with its row.
                list.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 pt-3">
        {others.length > 0 && (
          <Button variant="outline" size="sm" onClick={endAll}>
            {isSelf ? "End other sessions" : "End all sessions"}
          </Button>
        )}
        {user.state === "active" && (
          <Button
            variant="outline"
            size="sm"
            onClick={user.canCopyLink ? actions.copyLink : actions.reset}
          >
            {user.canCopyLink ? "Copy reset link" : "Email reset link"}
          </Button>
        )}
        <span className="flex-1" />
        {!isSelf && (
          <Button
            variant={user.state === "disabled" ? "outline" : "destructive-outline"}
            size="sm"
            onClick={user.state === "disabled" ? actions.enable : actions.disable}
          >
            {user.state === "disabled" ? "Enable" : "Disable"}
          </Button>
        )}
      </div>
    </RecordSection>
  );
}

function useUserSessions(id: string) {
  const utils = trpc.useUtils();
  const sessions = trpc.users.sessions.useQuery({ id }, { meta: { showsError: true } });
  const show = async (stays: (session: SessionInfo) => boolean) => {
    await utils.users.sessions.cancel({ id });
    const before = utils.users.sessions.getData({ id });
    utils.users.sessions.setData({ id }, (all) => all?.filter(stays));
    return { before };
  };
  const settle = {
    onError: (_error: unknown, _input: unknown, context?: Awaited<ReturnType<typeof show>>) =>
      utils.users.sessions.setData({ id }, context?.before),
    onSettled: () => void utils.users.sessions.invalidate({ id }),
  };
  const endOne = trpc.users.endSession.useMutation({
    onMutate: ({ sessionId }) => show((session) => session.id !== sessionId),
    onSuccess: () => notify({ kind: "success", message: "Session ended" }),
    ...settle,
  });
  const endAll = trpc.users.endSessions.useMutation({
    onMutate: () => show(({ current }) => current),
    onSuccess: ({ ended }) =>
      notify({
        kind: "success",
        message: ended === 1 ? "1 session ended" : `${ended} sessions ended`,
      }),
    ...settle,
  });
  return {
    sessions,
    end: (session: SessionInfo) => endOne.mutate({ id, sessionId: session.id }),
    endAll: () => endAll.mutate({ id }),
  };
}
