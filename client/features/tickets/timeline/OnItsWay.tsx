import { offlineSince } from "../../../data/offline/online.ts";
import { useStore } from "../../../data/store.ts";

/** Of a message that the desk has not answered yet. What is public at once says nothing of that. */
export function OnItsWay({ isHeldBack }: { isHeldBack: boolean }) {
  const isOffline = useStore(offlineSince) !== null;
  if (!isOffline && !isHeldBack) return null;
  return (
    <p className="mt-2 text-muted-foreground text-xs">
      {isOffline ? "Waits for the connection" : "Sending…"}
    </p>
  );
}
