import { useRef } from "react";
import { PartTrouble } from "../../components/list/ListTrouble.tsx";
import { SessionRow } from "../../components/people/SessionRow.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { readFailure } from "../../data/errors.ts";
import { EndOthers } from "./EndOthers.tsx";
import { inOrder, useSessions } from "./use-sessions.ts";

export function SessionList() {
  const list = useRef<HTMLUListElement>(null);
  const { sessions, end, endOthers } = useSessions();
  if (sessions.isPending) return <Waiting />;
  if (!sessions.data) {
    return (
      <PartTrouble failure={readFailure(sessions.error)} retry={() => void sessions.refetch()} />
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
              // The button that has the focus goes with its row.
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

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="divide-y rounded-lg border">
      {["w-40", "w-32"].map((width) => (
        <div key={width} className="flex items-center gap-3 px-3.5 py-3">
          <Skeleton className="size-4" />
          <div className="flex flex-1 flex-col gap-2 py-0.5">
            <Skeleton className={width} />
            <Skeleton className="w-56 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
