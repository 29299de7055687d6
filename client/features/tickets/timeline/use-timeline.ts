import { useCallback, useEffect, useState } from "react";
import type { TicketDetails, TimelineItem, TimelinePage } from "../../../../shared/tickets/page.ts";
import { handleCallError } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { changesEarlier, mergeEarlier } from "./timeline-rows.ts";

interface Loaded {
  earlier: readonly TimelineItem[];
  newest: readonly TimelineItem[];
  /** The cursor of even earlier items. */
  cursor: string | null;
  /** Earlier items have changed, such as by a redaction. */
  stale: boolean;
}

/** The loaded items, and how to load earlier ones. */
export interface LoadedTimeline {
  earlier: readonly TimelineItem[];
  newest: readonly TimelineItem[];
  hasEarlier: boolean;
  state: "idle" | "loading" | "failed";
  loadEarlier: () => Promise<void>;
}

/** The newest page from the ticket, and the earlier items loaded so far. */
export function useTimeline({
  id,
  timeline,
}: Pick<TicketDetails, "id" | "timeline">): LoadedTimeline {
  const [loaded, setLoaded] = useState(() => begin(timeline));
  const [state, setState] = useState<LoadedTimeline["state"]>("idle");
  const utils = trpc.useUtils();
  if (loaded.newest !== timeline.items) setLoaded(moveOn(loaded, timeline));

  const { cursor, stale } = loaded;
  const count = loaded.earlier.length;
  const read = useCallback(
    (before: string) => utils.client.tickets.earlier.query({ id, before }),
    [id, utils],
  );
  const loadEarlier = useCallback(async () => {
    if (cursor === null) return;
    setState("loading");
    try {
      const page = await read(cursor);
      setLoaded((now) =>
        now.cursor === cursor
          ? { ...now, earlier: [...page.items, ...now.earlier], cursor: page.earlier }
          : now,
      );
      setState("idle");
    } catch (error) {
      handleCallError(error, { showsError: true });
      setState("failed");
    }
  }, [cursor, read]);
  useEffect(() => {
    if (!stale) return undefined;
    let overtaken = false;
    readAgain(read, timeline.earlier, count).then(
      (again) => overtaken || setLoaded((now) => ({ ...now, ...again, stale: false })),
      () => overtaken || setLoaded(begin(timeline)),
    );
    return () => {
      overtaken = true;
    };
  }, [stale, read, timeline, count]);

  return {
    earlier: loaded.earlier,
    newest: timeline.items,
    hasEarlier: cursor !== null,
    state,
    loadEarlier,
  };
}

function begin(timeline: TicketDetails["timeline"]): Loaded {
  return { earlier: [], newest: timeline.items, cursor: timeline.earlier, stale: false };
}

function moveOn({ stale, ...loaded }: Loaded, timeline: TicketDetails["timeline"]): Loaded {
  const earlier = mergeEarlier(loaded.earlier, loaded.newest, timeline.items);
  if (!earlier?.length) return begin(timeline);
  return {
    earlier,
    newest: timeline.items,
    cursor: loaded.cursor,
    stale: stale || changesEarlier(loaded.newest, timeline.items),
  };
}

/** Reloads as many items as were loaded. */
async function readAgain(
  read: (before: string) => Promise<TimelinePage>,
  from: string | null,
  count: number,
): Promise<Pick<Loaded, "earlier" | "cursor">> {
  let earlier: TimelineItem[] = [];
  let cursor = from;
  while (cursor !== null && earlier.length < count) {
    const page = await read(cursor);
    earlier = [...page.items, ...earlier];
    cursor = page.earlier;
  }
  return { earlier, cursor };
}
