import { Compass } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../shared/access.ts";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { useStepsByKey } from "../../app/keyboard/held-keys.ts";
import { notify } from "../../components/notices.ts";
import { Freshness } from "../../components/table/freshness-part.ts";
import { ListTrouble } from "../../components/table/ListTrouble.tsx";
import { noteSeen } from "../../components/ticket/seen-lately.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { PaneEdge } from "../../components/ui/pane-edge.tsx";
import { oneColumn, useMedia } from "../../components/use-media.ts";
import { useWidth } from "../../components/use-width.ts";
import { draftKeeper } from "../../data/drafts/keepers.ts";
import { withFiles } from "../../data/drafts/text.ts";
import type { Failure } from "../../data/errors.ts";
import { writtenIn } from "../../data/queued-actions.ts";
import { waitingCount } from "../../data/queued-count.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { addPending, dropPending, pendingActs } from "./actions/optimistic.ts";
import { messageOnItsWay, withMessage } from "./actions/optimistic-message.ts";
import { useTicketCache } from "./actions/ticket-cache.ts";
import type { NextPrevious } from "./next-previous.ts";
import { CustomerTicket } from "./page/CustomerTicket.tsx";
import { StaffTicket } from "./page/StaffTicket.tsx";
import { TicketSkeleton } from "./page/TicketSkeleton.tsx";
import { useTicket, useTicketTrail } from "./page/use-ticket.ts";
import { listPane, roomForProperties } from "./pane-widths.ts";
import { useMarkRead } from "./read-marks.ts";

export interface TicketPageProps {
  number: number;
  /** The list is on the screen too. */
  beside: boolean;
  /** Set once the ticket has left the list or moved in it. */
  nextPrevious?: NextPrevious | null;
}

/** One ticket: what was seen before is there at once, and what the list knew meanwhile. */
export function TicketPage({ number, beside, nextPrevious = null }: TicketPageProps) {
  const viewer = useViewer();
  const cache = useTicketCache();
  const { search } = useLocation();
  const { ticket, fresh, refreshing, failure, retry } = useTicket(number);
  const newest = ticket?.timeline.items.at(-1)?.id;
  useMarkRead(fresh && !ticket?.staff?.spam ? ticket?.id : undefined, newest);
  useStepsByKey(!beside && isStaff(viewer));
  const section = useRef<HTMLElement>(null);
  const width = useWidth(section);
  const listAddress = `/ticket/log${search}`;
  useAddressOf(ticket, number, fresh);
  useBegunWhereItShows(ticket?.id, number);
  useWaitingMessages(ticket?.id);
  useNoteSeen(ticket?.number, ticket?.subject);
  const named = ticket !== undefined && width !== null;
  const isOneColumn = useMedia(oneColumn);
  const hasRoom = useMemo(() => (width ?? 0) >= roomForProperties(), [width]);
  const wide = hasRoom && !isOneColumn && isStaff(viewer);

  return (
    <>
      {beside && <PaneEdge label="Width of the list" pane={listPane} side="left" />}
      <section
        ref={section}
        aria-label={`Ticket #${number}`}
        data-beside-list={beside || undefined}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-card"
      >
        <Suspense>
          {ticket && (
            <Freshness
              {...{ isRefreshing: refreshing, failure, retry }}
              className="top-12 max-shell:top-24"
            />
          )}
        </Suspense>
        {!named && <PageName number={number} listAddress={listAddress} />}
        {named ? (
          isStaff(viewer) ? (
            <StaffTicket
              key={ticket.id}
              ticket={ticket}
              fresh={fresh}
              beside={beside}
              nextPrevious={nextPrevious}
              wide={wide}
              listAddress={listAddress}
            />
          ) : (
            <CustomerTicket
              key={ticket.id}
              ticket={ticket}
              fresh={fresh}
              listAddress={listAddress}
            />
          )
        ) : failure ? (
          <TicketTrouble
            number={number}
            failure={failure}
            retry={retry}
            listAddress={listAddress}
          />
        ) : (
          <TicketSkeleton
            {...{ number, beside, listAddress }}
            row={cache.findRow(number)}
            withProperties={wide}
          />
        )}
      </section>
    </>
  );
}

function PageName({ number, listAddress }: { number: number; listAddress: string }) {
  useTicketTrail(number, listAddress, false);
  return null;
}

function useNoteSeen(number: number | undefined, subject: string | undefined): void {
  useEffect(() => {
    if (number !== undefined && subject !== undefined) noteSeen({ number, subject });
  }, [number, subject]);
}

/** What was merged answers with the ticket it went into: the address follows, and it is said why. */
function useAddressOf(ticket: TicketDetails | undefined, asked: number, fresh: boolean): void {
  const navigate = useNavigate();
  const viewer = useViewer();
  const { search, hash } = useLocation();
  const stoodHere = useRef<number>(undefined);
  const toldOf = useRef<number>(undefined);
  useEffect(() => {
    if (!ticket) return;
    const { number } = ticket;
    if (number === asked) {
      if (fresh) stoodHere.current = asked;
      toldOf.current = undefined;
      return;
    }
    navigate(`/ticket/${number}${search}${hash}`, { replace: true });
    // Who merged it from here was told so as it was done.
    if (stoodHere.current === asked && isMergedBy(ticket, asked, viewer.id)) return;
    if (toldOf.current === asked) return;
    toldOf.current = asked;
    notify({ kind: "info", message: `#${asked} is part of #${number} now.` });
  }, [ticket, asked, fresh, search, hash, navigate, viewer.id]);
}

function isMergedBy({ timeline }: TicketDetails, source: number, personId: string): boolean {
  return timeline.items.some(
    (item) =>
      item.kind === "event" &&
      item.actor?.id === personId &&
      item.change.kind === "merged-from" &&
      item.change.source?.number === source,
  );
}

/**
 * Merged away under somebody's hands: the server takes what they have begun along, the last words
 * as they come, and then the page asks for it where it stands now.
 */
function useBegunWhereItShows(id: string | undefined, asked: number): void {
  const viewer = useViewer();
  const before = useRef({ id, asked });
  useEffect(() => {
    const { id: from, asked: number } = before.current;
    before.current = { id, asked };
    if (!id || !from || id === from || number !== asked) return;
    for (const kind of ["reply", "note"] as const) {
      const left = draftKeeper(viewer.id, { ticketId: from, kind });
      const here = draftKeeper(viewer.id, { ticketId: id, kind });
      void left.saveNow().then(() => here.load());
    }
  }, [id, asked, viewer.id]);
}

interface TicketTroubleProps {
  number: number;
  failure: Failure;
  retry: () => void;
  listAddress: string;
}

/** A ticket that is not there, is not theirs, or could not be fetched: the first two look the same. */
function TicketTrouble({ number, failure, retry, listAddress }: TicketTroubleProps) {
  if (failure.code !== "not_found") return <ListTrouble failure={failure} retry={retry} />;
  return (
    <EmptyState
      icon={Compass}
      title={`There is no ticket #${number}`}
      action={
        <Button asChild variant="outline">
          <Link to={listAddress}>Back to the list</Link>
        </Button>
      }
    >
      Its number may be mistyped, or you may not see it.
    </EmptyState>
  );
}

/** What was sent before this page was loaded, and waits for the line, stands in the conversation. */
function useWaitingMessages(ticketId: string | undefined): void {
  const viewer = useViewer();
  useEffect(() => {
    if (!ticketId) return;
    const shown = new Set<string>();
    let isGone = false;
    const look = async () => {
      if (waitingCount.get() === 0 && shown.size === 0) return;
      const written = await writtenIn(ticketId, viewer.id);
      if (isGone) return;
      for (const id of shown) if (!written.some((act) => act.id === id)) drop(id);
      for (const { id, call, input, files = [] } of written) {
        if (pendingActs.get().some(({ requestId }) => requestId === id)) continue;
        shown.add(id);
        const text = { body: input.body, form: withFiles(null, files) };
        const message = messageOnItsWay(viewer, call, id, text);
        const show = (ticket: Parameters<typeof withMessage>[0]) => withMessage(ticket, message);
        addPending({ requestId: id, ticketId, change: { patch: {}, show, done: String } });
      }
    };
    const drop = (id: string) => {
      shown.delete(id);
      dropPending(id);
    };
    void look();
    const stop = waitingCount.subscribe(() => void look());
    return () => {
      isGone = true;
      stop();
      shown.forEach(drop);
    };
  }, [ticketId, viewer]);
}
