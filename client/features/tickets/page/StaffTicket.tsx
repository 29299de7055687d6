import { Ban } from "lucide-react";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { useHoldsKeys } from "../../../app/keyboard/held-keys.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Day } from "../../../components/ui/time-ago.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { assign, type Change, setStatus, setSubject } from "../actions/changes.ts";
import { useActs, useSpam, useUndoAct, useUnmerge } from "../actions/use-ticket-action.ts";
import { Composer, type ComposerHandle, TakesFiles } from "../composer/Composer.tsx";
import type { AfterSending } from "../composer/send-choices.ts";
import { CloseDialog } from "../dialogs/CloseDialog.tsx";
import { openMerge } from "../dialogs/open-merge.ts";
import { RedactDialog } from "../dialogs/RedactDialog.tsx";
import { type NextPrevious, useNextPrevious } from "../next-previous.ts";
import { Properties, PropertiesBeside, PropertiesDialog } from "../properties/Properties.tsx";
import { type PickerName, type Pickers, usePickers } from "../properties/use-pickers.ts";
import { useReadMarks } from "../read-marks.ts";
import { copyLink, followUpAddress, mayFollowUp } from "../ticket-links.ts";
import {
  type MessageActs,
  MessageActsContext,
  type RedactSubject,
} from "../timeline/message-actions.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useTimeline } from "../timeline/use-timeline.ts";
import { actsWithoutKey } from "./further-acts.ts";
import { SplitBar, useSplit } from "./SplitBar.tsx";
import { TicketHeader } from "./TicketHeader.tsx";
import { useTicketTrail } from "./use-ticket.ts";

interface StaffTicketProps {
  ticket: TicketDetails;
  /** As the server has it, not as it was when it was last seen. */
  fresh: boolean;
  beside: boolean;
  /** Set once the ticket has left the list or moved in it. */
  nextPrevious: NextPrevious | null;
  /** There is room for the properties beside the conversation. */
  wide: boolean;
  listAddress: string;
}

export function StaffTicket(props: StaffTicketProps) {
  const { ticket, fresh, beside, wide, listAddress } = props;
  const viewer = useViewer();
  const navigate = useNavigate();
  const nextPrevious = { ...useNextPrevious(ticket.number), ...props.nextPrevious };
  const isStepUnknown = props.nextPrevious === null && nextPrevious.isPending;
  useHoldsKeys("steps", !beside && isStepUnknown);
  const act = useActs();
  const undo = useUndoAct();
  const pickers = usePickers();
  const [details, setDetails] = useState(false);
  const [closing, setClosing] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const [redacting, setRedacting] = useState<RedactSubject | null>(null);
  const timeline = useTimeline(ticket);
  const splitting = useSplit(ticket, timeline);
  const markSpam = useSpam(ticket);
  const markRead = useReadMarks();
  useTicketTrail(ticket.number, listAddress, true);

  const me = { id: viewer.id, name: fullName(viewer) };
  const { may, status, staff } = ticket;
  const spam = staff?.spam ?? null;
  const sorts = spam === null && can(viewer, "ticket.merge");
  const maySplit = sorts && status !== "closed";
  const change = (wanted: Change, seen = ticket) =>
    act({ id: ticket.id, number: ticket.number, version: seen.staff?.version ?? 1 }, wanted);
  const setTo = (next: TicketStatus) =>
    next === "closed" ? setClosing(true) : change(setStatus(next, me));
  const open = may.update && status !== "closed";
  const resolve = may.moveTo.includes("resolved") ? () => setTo("resolved") : undefined;
  const take = open && ticket.assignee?.id !== viewer.id ? () => change(assign(me, me)) : undefined;
  const pick = (name: PickerName) => (may.update ? () => pickers.show(name) : undefined);
  const goTo = (number: number | null) =>
    number === null || beside
      ? undefined
      : () => navigate({ pathname: `/ticket/${number}`, search: location.search });

  const goOn = (after: AfterSending) => {
    if (after === "stay") return;
    const next = nextPrevious.next ?? nextPrevious.previous;
    navigate(next === null ? listAddress : `/ticket/${next}${location.search}`);
  };

  const onMenu = {
    onStatus: setTo,
    onFollowUp: mayFollowUp(ticket) ? () => navigate(followUpAddress(ticket)) : null,
    onCopyLink: () => void copyLink(ticket.number),
    onUnread: () => void markRead([ticket.id], true, `#${ticket.number}`),
    onMerge: sorts && status !== "closed" ? () => openMerge([ticket]) : null,
    onSplit: maySplit ? () => splitting.begin() : null,
    onSpam: spam === null && can(viewer, "ticket.spam") ? () => markSpam(true) : null,
  };

  useKeys(() => ({
    about: `#${ticket.number}`,
    further: actsWithoutKey({
      ...{ ticket, me, show: pickers.show, onChange: change, ...onMenu },
      onNotSpam: spam && !isForGood(spam, Date.now()) ? () => markSpam(false) : null,
    }),
    "ticket.assign": open ? pick("assignee") : undefined,
    "ticket.take": take,
    "ticket.status": open ? pick("status") : undefined,
    "ticket.priority": open ? pick("priority") : undefined,
    "ticket.tags": pick("tags"),
    "ticket.snooze": open ? pick("snooze") : undefined,
    "ticket.resolve": resolve,
    "ticket.leave": () => navigate(listAddress),
    "ticket.next": goTo(nextPrevious.next),
    "ticket.previous": goTo(nextPrevious.previous),
  }));

  const { number } = ticket;
  const messageActs = useActsOnMessages(ticket, {
    ...{ composer, sorts, redact: setRedacting, choice: splitting.choice },
    splitFrom: maySplit ? splitting.begin : undefined,
  });
  const undoAct = useCallback((actId: string) => undo(ticket, actId), [undo, ticket]);

  const propertiesWith = (pickers: Pickers) => (
    <Properties
      ticket={ticket}
      pickers={pickers}
      onChange={change}
      onClose={() => setClosing(true)}
    />
  );
  return (
    <>
      <TicketHeader
        ticket={ticket}
        listAddress={listAddress}
        beside={beside}
        nextPrevious={nextPrevious}
        onDetails={wide ? null : () => setDetails(true)}
        onSubject={(subject, seen) => change(setSubject(subject), seen)}
        onResolve={() => setTo("resolved")}
        onReopen={() => setTo("open")}
        onTake={take ?? null}
        onSnooze={() => pickers.show("snooze")}
        {...onMenu}
      />
      {spam && <SpamBanner spam={spam} onNotSpam={() => markSpam(false)} />}
      <div className="flex min-h-0 flex-1">
        <TakesFiles composer={composer} className="flex min-w-0 flex-1 flex-col">
          <MessageActsContext value={messageActs}>
            <Timeline ticket={ticket} timeline={timeline} fresh={fresh} onUndo={undoAct} />
          </MessageActsContext>
          {splitting.choice ? (
            <SplitBar subject={ticket.subject} splitting={splitting} />
          ) : (
            spam === null && <Composer ref={composer} ticket={ticket} onSent={goOn} />
          )}
        </TakesFiles>
        {wide && <PropertiesBeside>{propertiesWith(pickers)}</PropertiesBeside>}
      </div>
      {!wide && (
        <PropertiesDialog
          number={number}
          open={details || pickers.shown !== null}
          onOpenChange={(shown) => {
            setDetails(shown);
            if (!shown) pickers.show(null);
          }}
          onClosed={() => setDetails(false)}
          pickers={pickers}
        >
          {propertiesWith}
        </PropertiesDialog>
      )}
      <CloseDialog
        number={ticket.number}
        open={closing}
        onOpenChange={setClosing}
        onClose={() => change(setStatus("closed", me))}
      />
      <RedactDialog ticket={ticket} subject={redacting} onClose={() => setRedacting(null)} />
    </>
  );
}

interface SpamBannerProps {
  spam: NonNullable<StaffDetails["spam"]>;
  onNotSpam: () => void;
}

/** It was spam for so long that nobody takes that back any more. */
function isForGood({ until }: SpamBannerProps["spam"], now: number): boolean {
  return now > Date.parse(until);
}

/** Nothing can be done with spam but to say that it is none, for as long as that goes. */
function SpamBanner({ spam, onNotSpam }: SpamBannerProps) {
  const isOver = isForGood(spam, useNow());
  return (
    <section
      aria-label="Spam"
      data-focus-heir='[aria-label^="Ticket #"] [aria-label="More"]'
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-note px-4 py-2 text-sm"
    >
      <Ban className="text-note-foreground" />
      <p className="min-w-0 flex-1 text-note-foreground">
        <strong className="font-semibold">
          Marked as spam on <Day at={spam.at} />.
        </strong>{" "}
        {isOver ? (
          "It stays hidden."
        ) : (
          <>
            It is hidden from every list, and can be taken back until <Day at={spam.until} />.
          </>
        )}
      </p>
      {!isOver && (
        <Button variant="outline" size="sm" onClick={onNotSpam}>
          Not spam
        </Button>
      )}
    </section>
  );
}

interface MessageActionOptions extends Pick<MessageActs, "splitFrom" | "redact" | "choice"> {
  composer: RefObject<ComposerHandle | null>;
  /** Whether the ticket may be merged and what was merged taken apart again. */
  sorts: boolean;
}

/** What may be done with a message of this ticket; the same as long as nothing of it is another. */
function useActsOnMessages(
  ticket: TicketDetails,
  { composer, splitFrom, redact, choice, sorts }: MessageActionOptions,
): MessageActs {
  const { number, may, staff } = ticket;
  const viewer = useViewer();
  const mayRedact = !staff?.spam && can(viewer, "ticket.redact");
  const unmerge = useUnmerge(ticket);
  return useMemo(
    () => ({
      quote: may.reply ? (message) => composer.current?.quote(message.html) : undefined,
      copyLink: (message) => void copyLink(number, message.id),
      splitFrom,
      redact: mayRedact ? redact : undefined,
      unmerge: sorts ? unmerge : undefined,
      choice,
    }),
    [may.reply, composer, number, splitFrom, mayRedact, redact, sorts, unmerge, choice],
  );
}
