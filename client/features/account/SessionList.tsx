import { useRef } from "react";
import type { SessionInfo } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { SessionRow } from "../../components/people/SessionRow.tsx";
import { ListSkeleton } from "../../components/Section.tsx";
import { SectionError } from "../../components/table/ListError.tsx";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogTrigger,
} from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { isSessionOver, notifyFailure, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

export function SessionList() {
  const list = useRef<HTMLUListElement>(null);
  const { sessions, end, endOthers } = useSessions();
  if (sessions.isPending) return <ListSkeleton />;
  if (!sessions.data) {
    return (
      <SectionError failure={readFailure(sessions.error)} retry={() => void sessions.refetch()} />
    );
  }
  const others = sessions.data.filter((session) => !session.current).length;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y rounded-lg border">
        {inOrder(sessions.data).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            end={() => {
              end.mutate({ id: session.id });
              // The focused button is removed with its row.
              list.current?.focus();
            }}
          />
        ))}
      </ul>
      {others > 0 && (
        <EndOthers
          count={others}
          end={() => endOthers.mutate()}
          onEnded={() => list.current?.focus()}
        />
      )}
    </>
  );
}

interface EndOthersProps {
  count: number;
  end: () => void;
  /** Called after the sessions ended, which removes the button that opened the dialog. */
  onEnded: () => void;
}

/** Asks before ending the other sessions. */
function EndOthers({ count, end, onEnded }: EndOthersProps) {
  const ended = useRef(false);
  const others = count === 1 ? "the other session" : `the ${count} other sessions`;
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="destructive-outline" className="mt-3">
          End {others}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent
        title={`End ${others}?`}
        description="You'll have to sign in again on the other devices. You stay signed in here."
        onCloseAutoFocus={(event) => {
          if (!ended.current) return;
          event.preventDefault();
          onEnded();
        }}
      >
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Cancel</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button
              variant="destructive"
              onClick={() => {
                ended.current = true;
                end();
              }}
            >
              End {count === 1 ? "session" : "sessions"}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** The reader's sessions. An ended one disappears immediately, and returns if the server refuses. */
function useSessions() {
  const utils = trpc.useUtils();
  const sessions = trpc.session.list.useQuery(undefined, { meta: { showsError: true } });
  const showOnly = async (stays: (session: SessionInfo) => boolean) => {
    await utils.session.list.cancel();
    const before = utils.session.list.getData();
    utils.session.list.setData(undefined, before?.filter(stays));
    return { ended: before?.filter((session) => !stays(session)) ?? [] };
  };
  const restore = (ended: SessionInfo[] = []) =>
    utils.session.list.setData(undefined, (left) => left && inOrder([...left, ...ended]));

  const ended = () => notify({ kind: "success", message: "Session ended" });
  const end = trpc.session.end.useMutation({
    meta: { showsError: true },
    onMutate: ({ id }) => showOnly((session) => session.id !== id),
    onError: (error, _input, context) => {
      const failure = readFailure(error);
      // The session had already ended.
      if (failure.code === "not_found") return ended();
      restore(context?.ended);
      if (!isSessionOver(failure)) notifyFailure(failure);
    },
    onSuccess: ended,
  });
  const endOthers = trpc.session.endOthers.useMutation({
    onMutate: () => showOnly((session) => session.current),
    onError: (_error, _input, context) => restore(context?.ended),
    onSuccess: ({ ended }) =>
      notify({
        kind: "success",
        message: ended === 1 ? "1 other session ended" : `${ended} other sessions ended`,
      }),
  });
  return { sessions, end, endOthers };
}

/** This device first, then the most recently used. */
function inOrder(sessions: readonly SessionInfo[]): SessionInfo[] {
  return [...sessions].sort(
    (a, b) =>
      Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  );
}
