import { Compass } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../shared/access.ts";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { useStepsByKey } from "../../app/keyboard/held-keys.ts";
import { notify } from "../../components/notices.ts";
import { Freshness } from "../../components/table/Freshness.tsx";
import { ListError } from "../../components/table/ListError.tsx";
import { noteSeen } from "../../components/ticket/seen-lately.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { PaneEdge } from "../../components/ui/pane-edge.tsx";
import { oneColumn, useMedia } from "../../components/use-media.ts";
import { useWidth } from "../../components/use-width.ts";
import { draftStore } from "../../data/drafts/draft-stores.ts";
import { withFiles } from "../../data/drafts/text.ts";
import type { Failure } from "../../data/errors.ts";
import { writtenIn } from "../../data/queued-actions.ts";
import { waitingCount } from "../../data/queued-count.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { addPending, dropPending, pendingChanges } from "./actions/optimistic.ts";
import { optimisticMessage, withMessage } from "./actions/optimistic-message.ts";
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
  /** The list is shown next to the ticket. */
  nextToList: boolean;
  /** Set once the ticket has left the list or moved in it. */
  nextPrevious?: NextPrevious | null;
}

/** One ticket. What is cached, or known from the list, is shown until the ticket has loaded. */
export function TicketPage({ number, nextToList, nextPrevious = null }: TicketPageProps) {
  const viewer = useViewer();
  const cache = useTicketCache();
  const { search } = useLocation();
  const { ticket, fresh, refreshing, failure, retry } = useTicket(number);
  // The person's own messages and changes leave nothing unread.
  const newest = ticket?.timeline.items.findLast((item) =>
    item.kind === "message" ? !item.mine : item.actor?.id !== viewer.id,
  )?.id;
  useMarkRead(fresh && !ticket?.staff?.spam ? ticket?.id : undefined, newest);
  useStepsByKey(!nextToList && isStaff(viewer));
  const section = useRef<HTMLElement>(null);
  const width = useWidth(section);
  const listAddress = `/ticket/log${search}`;
  useAddressOf(ticket, number, fresh);
  useDraftsAfterMerge(ticket?.id, number);
  useWaitingMessages(ticket?.id);
  useNoteSeen(ticket?.number, ticket?.subject);
  const named = ticket !== undefined && width !== null;
  const isOneColumn = useMedia(oneColumn);
  const hasRoom = useMemo(() => (width ?? 0) >= roomForProperties(), [width]);
  const wide = hasRoom && !isOneColumn && isStaff(viewer);

  return (
    <>
      {nextToList && <PaneEdge label="Width of the list" pane={listPane} side="left" />}
      <section
        ref={section}
        aria-label={`Ticket #${number}`}
        data-beside-list={nextToList || undefined}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-card"
      >
        {ticket && (
          <Freshness
            isRefreshing={refreshing}
            failure={failure}
            retry={retry}
            className="top-12 max-shell:top-24"
          />
        )}
        {!named && <PageName number={number} listAddress={listAddress} />}
        {named ? (
          isStaff(viewer) ? (
            <StaffTicket
              key={ticket.id}
              ticket={ticket}
              fresh={fresh}
              nextToList={nextToList}
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
            number={number}
            nextToList={nextToList}
            listAddress={listAddress}
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

/** A merged ticket answers with its target: the address follows, and a notice says why. */
function useAddressOf(ticket: TicketDetails | undefined, asked: number, fresh: boolean): void {
  const navigate = useNavigate();
  const viewer = useViewer();
  const { search, hash } = useLocation();
  const wasHere = useRef<number>(undefined);
  const notifiedOf = useRef<number>(undefined);
  useEffect(() => {
    if (!ticket) return;
    const { number } = ticket;
    if (number === asked) {
      if (fresh) wasHere.current = asked;
      notifiedOf.current = undefined;
      return;
    }
    navigate(`/ticket/${number}${search}${hash}`, { replace: true });
    // The person who merged it here has seen a notice already.
    if (wasHere.current === asked && isMergedBy(ticket, asked, viewer.id)) return;
    if (notifiedOf.current === asked) return;
    notifiedOf.current = asked;
    notify({ kind: "info", message: `#${asked} was merged into #${number}.` });
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
 * When the open ticket is merged into another one, the server moves its drafts. This saves the last
 * words of them and then loads the drafts of the target.
 */
function useDraftsAfterMerge(id: string | undefined, asked: number): void {
  const viewer = useViewer();
  const before = useRef({ id, asked });
  useEffect(() => {
    const { id: from, asked: number } = before.current;
    before.current = { id, asked };
    if (!id || !from || id === from || number !== asked) return;
    for (const kind of ["reply", "note"] as const) {
      const left = draftStore(viewer.id, { ticketId: from, kind });
      const here = draftStore(viewer.id, { ticketId: id, kind });
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

/** A ticket that does not exist or is out of scope looks the same; other failures can be retried. */
function TicketTrouble({ number, failure, retry, listAddress }: TicketTroubleProps) {
  if (failure.code !== "not_found") return <ListError failure={failure} retry={retry} />;
  return (
    <EmptyState
      icon={Compass}
      title={`Ticket #${number} not found`}
      heading="h1"
      action={
        <Button asChild variant="outline">
          <Link to={listAddress}>Back to the list</Link>
        </Button>
      }
    >
      Check the number, and whether you have access to this ticket.
    </EmptyState>
  );
}

/** Shows messages in the conversation that were sent offline before this page was loaded. */
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
        if (pendingChanges.get().some(({ requestId }) => requestId === id)) continue;
        shown.add(id);
        const text = { body: input.body, form: withFiles(null, files) };
        const message = optimisticMessage(viewer, call, id, text);
        const show = (ticket: Parameters<typeof withMessage>[0]) => withMessage(ticket, message);
        addPending({ requestId: id, ticketId, show });
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
