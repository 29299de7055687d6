import { useCallback, useEffect, useState } from "react";
import type { TicketDetails, TimelineItem, TimelinePage } from "../../../../shared/tickets/page.ts";
import { handleCallError } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { keepEarlier, rewritesPast } from "./timeline-rows.ts";

interface Loaded {
  earlier: readonly TimelineItem[];
  newest: readonly TimelineItem[];
  /** Where what is even earlier begins. */
  cursor: string | null;
  /** What is earlier was changed since, such as a message that was redacted. */
  stale: boolean;
}

/** What of a conversation has come, and a way to ask for what stands above it. */
export interface LoadedTimeline {
  earlier: readonly TimelineItem[];
  newest: readonly TimelineItem[];
  hasEarlier: boolean;
  state: "idle" | "loading" | "failed";
  loadEarlier: () => Promise<void>;
}

/** The newest page as the ticket has it, and what was asked for above it. */
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
  const earlier = keepEarlier(loaded.earlier, loaded.newest, timeline.items);
  if (!earlier?.length) return begin(timeline);
  return {
    earlier,
    newest: timeline.items,
    cursor: loaded.cursor,
    stale: stale || rewritesPast(loaded.newest, timeline.items),
  };
}

/** As many as stood there, or all there are. */
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
