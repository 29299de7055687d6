import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { formatDate } from "../../../components/format/format.ts";
import { formatDay, formatWholeDay } from "../../../components/format/format-day.ts";
import { Button } from "../../../components/ui/button.tsx";
import { ScrollPane } from "../../../components/ui/scroll-pane.tsx";
import { useMedia } from "../../../components/use-media.ts";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { EventFold, EventLine } from "./EventLine.tsx";
import { MessageCard } from "./MessageCard.tsx";
import { inPlainForm, type TimelineRow, timelineRows } from "./timeline-rows.ts";
import {
  useFollowOwn,
  useNamedMessage,
  useNewFrom,
  useOpeningPlace,
  useStayAtEnd,
  useUnseen,
} from "./use-scroll.ts";
import type { LoadedTimeline } from "./use-timeline.ts";

interface TimelineProps {
  ticket: TicketDetails;
  timeline: LoadedTimeline;
  /** Loaded from the server since it was opened, not from the cache. */
  fresh: boolean;
  onUndo?: ((actId: string) => void) | undefined;
}

/** Room above the first row for the loading message. */
const headHeight = 36;

/** The conversation, newest at the bottom. Earlier items load on scrolling up. */
export function Timeline({ ticket, timeline, fresh, onUndo }: TimelineProps) {
  const timeZone = useTimeZone();
  const { earlier, newest, hasEarlier, state, loadEarlier } = timeline;
  const newFrom = useNewFrom(ticket, fresh);
  const named = useNamedMessage();
  const plain = !isStaff(useViewer());
  const rows = useMemo(() => {
    const items = [...earlier, ...newest];
    const dayOf = (iso: string) => formatDate(iso, timeZone);
    return timelineRows(plain ? inPlainForm(items) : items, dayOf, newFrom);
  }, [earlier, newest, plain, timeZone, newFrom]);
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(new Set());
  const toggleFold = useCallback(
    (key: string) => setOpenFolds((open) => open.symmetricDifference(new Set([key]))),
    [],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: keyAt,
    estimateSize: (index) => expectedHeight(rows[index]),
    overscan: 6,
    paddingStart: headHeight,
    paddingEnd: 12,
    anchorTo: "end",
    followOnAppend: true,
    useFlushSync: false,
  });

  const isBegun = useRef(false);
  useLayoutEffect(() => {
    // Keeps the scroll position when a loading page has hidden this one.
    if (!isBegun.current) virtualizer.scrollToEnd();
    isBegun.current = true;
  }, [virtualizer]);
  useStayAtEnd(scroll, virtualizer);
  useFollowOwn(newest, virtualizer);
  useOpeningPlace(rows, named, newFrom, virtualizer, timeline);
  const unseen = useUnseen(timeline, scroll);

  // A print shows all loaded rows.
  const onPaper = useMedia("print");
  const items = virtualizer.getVirtualItems();
  const nearTop = !onPaper && items[0] !== undefined && items[0].index < 5;
  useEffect(() => {
    if (nearTop && hasEarlier && state === "idle") void loadEarlier();
  }, [nearTop, hasEarlier, state, loadEarlier]);

  return (
    <div data-slot="conversation" className="relative flex min-h-0 flex-1 flex-col">
      <ScrollPane
        ref={scroll}
        aria-label="Conversation"
        className="min-h-0 flex-1 overflow-x-clip px-4 outline-offset-[-2px] [overflow-anchor:none] print:overflow-visible"
      >
        <div className="flex min-h-full flex-col justify-end print:justify-start">
          <ol
            className="relative w-full max-w-182 shrink-0"
            style={onPaper ? undefined : { height: virtualizer.getTotalSize() }}
            data-focus-heir='[aria-label="Conversation"]'
            aria-busy={state === "loading"}
          >
            <li aria-hidden={!hasEarlier} className="flex h-9 items-center justify-center text-xs">
              {state === "failed" ? (
                <span role="alert" className="flex items-center gap-2 text-muted-foreground">
                  Couldn't load earlier messages.
                  <Button variant="link" size="inline" onClick={() => void loadEarlier()}>
                    Try again
                  </Button>
                </span>
              ) : (
                hasEarlier && (
                  <span className="text-faint">
                    {onPaper ? "Earlier messages are not shown." : "Loading earlier messages…"}
                  </span>
                )
              )}
            </li>
            {onPaper &&
              rows.map((row) => (
                <li key={row.key} className="break-inside-avoid">
                  <Row row={row} ticket={ticket} named={named} open />
                </li>
              ))}
            {(onPaper ? [] : items).map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <li
                  key={row.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  aria-posinset={item.index + 1}
                  aria-setsize={hasEarlier ? -1 : rows.length}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Row
                    row={row}
                    ticket={ticket}
                    named={named}
                    open={openFolds.has(row.key)}
                    onToggle={toggleFold}
                    onUndo={onUndo}
                  />
                </li>
              );
            })}
          </ol>
        </div>
      </ScrollPane>
      <div role="status" className="absolute bottom-2 left-[min(50%,23.75rem)] -translate-x-1/2">
        {unseen > 0 && (
          <Button
            size="sm"
            className="rounded-full shadow-float"
            onClick={() => virtualizer.scrollToEnd()}
          >
            {unseen} new
            <ArrowDown />
          </Button>
        )}
      </div>
    </div>
  );
}

interface RowProps extends Omit<TimelineProps, "fresh" | "timeline"> {
  row: TimelineRow;
  named: string | null;
  /** For a fold. */
  open: boolean;
  onToggle?: (key: string) => void;
}

/** Memoized: scrolling re-renders the timeline. */
const Row = memo(function Row({ row, ticket, named, open, onToggle, onUndo }: RowProps) {
  if (row.kind === "day") return <DayRule at={row.at} />;
  if (row.kind === "new") return <NewLine />;
  if (row.kind === "act") {
    const { events, undoneAt } = row;
    return <EventLine events={events} undoneAt={undoneAt} onUndo={onUndo} />;
  }
  if (row.kind === "fold") {
    const { key, acts } = row;
    return <EventFold acts={acts} open={open} onToggle={() => onToggle?.(key)} onUndo={onUndo} />;
  }
  const { key, message, sentWith } = row;
  return (
    <MessageCard message={message} ticket={ticket} named={key === named} sentWith={sentWith} />
  );
});

function expectedHeight(row: TimelineRow | undefined): number {
  if (row?.kind === "day" || row?.kind === "new") return 36;
  return row?.kind === "act" || row?.kind === "fold" ? 28 : 120;
}

function DayRule({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const words = formatDay(at, now, timeZone);
  // A print also shows the date of `Yesterday`.
  const date = /\d/.test(words) ? undefined : `, ${formatDate(at, timeZone)}`;
  return (
    <p className="flex items-center gap-3 py-2 text-faint text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      <time
        dateTime={at}
        data-hint={formatWholeDay(at, timeZone)}
        data-date={date}
        className="print:after:content-[attr(data-date)]"
      >
        {words}
      </time>
    </p>
  );
}

/** Marks the first unread message, where the page opens. */
function NewLine() {
  return (
    <p className="flex items-center gap-3 py-2 font-medium text-info text-xs before:h-px before:flex-1 before:bg-info/50 after:h-px after:flex-1 after:bg-info/50">
      New
    </p>
  );
}
