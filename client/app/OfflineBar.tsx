import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { formatClock } from "../components/format/format.ts";
import { invalidate } from "../data/calls/invalidation.ts";
import { offlineSince } from "../data/connection.ts";
import { waitingCount, whenTabLeaves } from "../data/queued-count.ts";
import { useTimeZone, useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";

/**
 * Says that the browser is offline and how much waits to be sent. Not lazy: its text must be loaded while
 * online.
 */
export function OfflineBar() {
  const since = useStore(offlineSince);
  const waiting = useStore(waitingCount);
  const timeZone = useTimeZone();
  useSendingWhenBack();
  if (since === null && waiting === 0) return null;
  const changes = waiting === 1 ? "1 change waits" : `${waiting} changes wait`;
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-b bg-note px-4 py-1.5 text-sm"
    >
      <CloudOff className="text-warning" />
      <span>
        {since !== null && (
          <strong className="font-medium">Offline since {formatClock(since, timeZone)}. </strong>
        )}
        <span className="text-note-foreground">
          {waiting > 0
            ? `${changes} and will be sent.`
            : "Showing saved data. Your changes are stored and sent later."}
        </span>
      </span>
    </p>
  );
}

function useSendingWhenBack(): void {
  const { id } = useViewer();
  const queryClient = useQueryClient();
  useEffect(() => {
    const send = async () => {
      if (waitingCount.get() === 0 || offlineSince.get() !== null) return;
      const { sendWaiting } = await import("./lazy/overlays.ts");
      await sendWaiting(id, () => invalidate(queryClient, "ticket", "list", "counts"));
    };
    void send();
    const stops = [offlineSince.subscribe(send), whenTabLeaves(send)];
    return () => stops.forEach((stop) => void stop());
  }, [id, queryClient]);
}
