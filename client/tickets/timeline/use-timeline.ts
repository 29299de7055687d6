import { useCallback, useState } from "react";
import type { TicketDetails, TimelineItem } from "../../../shared/tickets/page.ts";
import { trpc } from "../../lib/trpc.ts";
import { keepEarlier } from "./timeline-rows.ts";

interface Loaded {
  earlier: readonly TimelineItem[];
  newest: readonly TimelineItem[];
  /** Where what is even earlier begins. */
  cursor: string | null;
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

  const { cursor } = loaded;
  const loadEarlier = useCallback(async () => {
    if (cursor === null) return;
    setState("loading");
    try {
      const page = await utils.client.tickets.earlier.query({ id, before: cursor });
      setLoaded((now) =>
        now.cursor === cursor
          ? { ...now, earlier: [...page.items, ...now.earlier], cursor: page.earlier }
          : now,
      );
      setState("idle");
    } catch {
      setState("failed");
    }
  }, [id, cursor, utils]);

  return {
    earlier: loaded.earlier,
    newest: timeline.items,
    hasEarlier: cursor !== null,
    state,
    loadEarlier,
  };
}

function begin(timeline: TicketDetails["timeline"]): Loaded {
  return { earlier: [], newest: timeline.items, cursor: timeline.earlier };
}

function moveOn(loaded: Loaded, timeline: TicketDetails["timeline"]): Loaded {
  const earlier = keepEarlier(loaded.earlier, loaded.newest, timeline.items);
  if (!earlier) return begin(timeline);
  const cursor = earlier.length > 0 ? loaded.cursor : timeline.earlier;
  return { earlier, newest: timeline.items, cursor };
}
