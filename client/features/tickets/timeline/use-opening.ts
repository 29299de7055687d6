import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { messageHash } from "../ticket-links.ts";
import type { TimelineRow } from "./timeline-rows.ts";

interface Earlier {
  hasEarlier: boolean;
  state: "idle" | "loading" | "failed";
  loadEarlier: () => Promise<void>;
}

/**
 * Where what is new begins, as it was when the page opened: by reading it, it becomes old. What was
 * seen before is shown at once, but what it says of this is from back then.
 */
export function useNewFrom({ firstUnreadId }: TicketDetails, fresh: boolean): string | null {
  const [newFrom, setNewFrom] = useState<string | null | undefined>(
    fresh ? firstUnreadId : undefined,
  );
  if (newFrom === undefined && fresh) setNewFrom(firstUnreadId);
  return newFrom ?? null;
}

/** The message that the address names, if it names one. */
export function useNamedMessage(): string | null {
  const { hash } = useLocation();
  return hash.startsWith(messageHash) ? hash.slice(messageHash.length) : null;
}

interface Scroller {
  scrollToIndex: (index: number, options: { align: "start" | "center" }) => void;
}

/** Leads to the message that is named, or to where what is new begins; further up it is fetched first. */
export function useOpeningPlace(
  rows: readonly TimelineRow[],
  named: string | null,
  newFrom: string | null,
  scroller: Scroller,
  { hasEarlier, state, loadEarlier }: Earlier,
): void {
  const wanted = named ?? newFrom;
  const [reached, setReached] = useState<string | null>(null);
  const index = rows.findIndex((row) =>
    named === null ? row.kind === "new" : row.kind === "message" && row.key === named,
  );
  const searching = wanted !== null && wanted !== reached;
  useEffect(() => {
    if (!searching) return;
    if (index >= 0) {
      scroller.scrollToIndex(index, { align: named === null ? "start" : "center" });
      setReached(wanted);
    } else if (!hasEarlier || state === "failed") setReached(wanted);
    else if (state === "idle") void loadEarlier();
  }, [searching, index, scroller, wanted, named, hasEarlier, state, loadEarlier]);
}
