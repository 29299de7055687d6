import { Suspense, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../shared/access.ts";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { useStepsByKey } from "../../app/keyboard/held-keys.ts";
import { Freshness } from "../../components/list/freshness-part.ts";
import { notify } from "../../components/notices.ts";
import { noteSeen } from "../../components/ticket/seen-lately.ts";
import { PaneEdge } from "../../components/ui/pane-edge.tsx";
import { oneColumn, useMedia } from "../../components/use-media.ts";
import { useWidth } from "../../components/use-width.ts";
import { draftKeeper } from "../../data/drafts/keepers.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useTicketCache } from "./actions/ticket-cache.ts";
import { listPane } from "./list/list-pane.ts";
import { CustomerTicket } from "./page/CustomerTicket.tsx";
import { StaffTicket } from "./page/StaffTicket.tsx";
import { TicketSkeleton } from "./page/TicketSkeleton.tsx";
import { TicketTrouble } from "./page/TicketTrouble.tsx";
import { useMarkRead } from "./page/use-mark-read.ts";
import { useTicket } from "./page/use-ticket.ts";
import { useTicketTrail } from "./page/use-ticket-trail.ts";
import { useWaitingMessages } from "./page/use-waiting-messages.ts";
import { roomForProperties } from "./pane-widths.ts";
import type { Around } from "./next-previous.ts";

interface TicketPageProps {
  number: number;
  /** The list is on the screen too. */
  beside: boolean;
  /** Between which it stood in the list, where it stands there no longer. */
  around?: Around | null;
}

/** One ticket: what was seen before is there at once, and what the list knew meanwhile. */
export function TicketPage({ number, beside, around = null }: TicketPageProps) {
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
              around={around}
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
