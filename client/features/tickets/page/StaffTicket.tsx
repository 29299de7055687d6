import { Ban } from "lucide-react";
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { type AfterLeaving, fullName } from "../../../../shared/users.ts";
import { isPageComing, useHoldsKeys } from "../../../app/keyboard/held-keys.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Day } from "../../../components/ui/time-ago.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import {
  assign,
  type Change,
  followMyself,
  setStatus,
  setSubject,
  showChange,
  shownFields,
  unfollowMyself,
} from "../actions/changes.ts";
import {
  actionsOnPage,
  keyHandlers,
  type OfferedAction,
  paletteActions,
  type TicketActionName,
} from "../actions/ticket-actions.ts";
import { useMarkSpam, useTicketAction, useUnmerge } from "../actions/use-ticket-action.ts";
import { leavesList } from "../auto-advance.ts";
import type { ComposerHandle } from "../composer/Composer.tsx";
import { ComposerDropArea } from "../composer/ComposerDropArea.tsx";
import type { SendPlan } from "../composer/send-plan.ts";
import type { NoteQuestion } from "../dialogs/NoteDialogs.tsx";
import { openMerge } from "../dialogs/open-dialogs.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { type NextPrevious, useNextPrevious } from "../next-previous.ts";
import { PropertiesPane } from "../properties/PropertiesPane.tsx";
import { type Pickers, usePickers } from "../properties/use-pickers.ts";
import { useReadMarks } from "../read-marks.ts";
import { copyLink, followUpAddress } from "../ticket-links.ts";
import {
  type MessageActions,
  MessageActionsContext,
  type RedactSubject,
} from "../timeline/message-actions.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useTimeline } from "../timeline/use-timeline.ts";
import { HeldMails } from "./HeldMails.tsx";
import { LazyComposer, useHoldsKeysForTools } from "./LazyComposer.tsx";
import {
  CloseDialog,
  NoteDialogs,
  Properties,
  PropertiesDialog,
  RedactDialog,
  SplitBar,
} from "./lazy-tools.ts";
import { TicketHeader } from "./TicketHeader.tsx";
import { PropertiesSkeleton } from "./TicketSkeleton.tsx";
import { useSplit } from "./use-split.ts";
import { useTicketTrail } from "./use-ticket.ts";

interface StaffTicketProps {
  ticket: TicketDetails;
  /** Loaded from the server since it was opened, not from the cache. */
  fresh: boolean;
  nextToList: boolean;
  /** Set once the ticket has left the list or moved in it. */
  nextPrevious: NextPrevious | null;
  /** There is room for the properties next to the conversation. */
  wide: boolean;
  listAddress: string;
}

export function StaffTicket(props: StaffTicketProps) {
  const { ticket, fresh, nextToList, wide, listAddress } = props;
  const viewer = useViewer();
  const navigate = useNavigate();
  const nextPrevious = { ...useNextPrevious(ticket.number), ...props.nextPrevious };
  const isStepUnknown = props.nextPrevious === null && nextPrevious.isPending;
  useHoldsKeys("steps", isStepUnknown);
  const { change: changeTicket, undo } = useTicketAction();
  const pickers = usePickers();
  const now = useNow();
  const [details, setDetails] = useState(false);
  const [closing, setClosing] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const [redacting, setRedacting] = useState<RedactSubject | null>(null);
  const [note, setNote] = useState<NoteQuestion | null>(null);
  const timeline = useTimeline(ticket);
  const splitting = useSplit(ticket, timeline);
  const markSpam = useMarkSpam(ticket);
  const markRead = useReadMarks();
  useTicketTrail(ticket.number, listAddress, true);

  const me = { id: viewer.id, name: fullName(viewer) };
  const spam = ticket.staff?.spam ?? null;
  const canMerge = spam === null && can(viewer, "ticket.merge");
  const canSplit = canMerge && ticket.status !== "closed";
  const [list] = useTicketList();
  const goOn = useGoOn({ nextPrevious, isPending: isStepUnknown, listAddress });
  const goOnIfLeaving = (after: TicketDetails) => {
    if (leavesList(list, shownFields(ticket), shownFields(after), viewer.id)) {
      goOn(viewer.afterLeaving);
    }
  };
  const change = (wanted: Change, seen = ticket) => {
    changeTicket(seen, wanted);
    goOnIfLeaving(showChange(ticket, wanted));
  };
  const goTo = (number: number | null) =>
    number === null
      ? undefined
      : () => navigate({ pathname: `/ticket/${number}`, search: location.search });

  // A reply is done with for now, even where the list still shows the ticket.
  const onSent = (kind: SendPlan["kind"], status: TicketStatus | undefined) => {
    if (kind === "reply") goOn(viewer.afterLeaving);
    else if (status) goOnIfLeaving(showChange(ticket, setStatus(status, me)));
  };
  const hideSpam = () => {
    markSpam(true);
    goOn(viewer.afterLeaving);
  };

  const actions = actionsOnPage({
    ticket,
    viewerId: viewer.id,
    canMerge,
    canMarkSpam: spam === null && can(viewer, "ticket.spam"),
    canUnmarkSpam: spam !== null && !isPermanentSpam(spam, now),
  });
  const handlers: Partial<Record<TicketActionName, () => void>> = {
    take: () => change(assign(me, me)),
    close: () => setClosing(true),
    "follow-up": () => navigate(followUpAddress(ticket)),
    follow: () => change(followMyself(me)),
    unfollow: () => change(unfollowMyself(me)),
    unread: () => void markRead([ticket.id], true, `#${ticket.number}`),
    "copy-link": () => void copyLink(ticket.number),
    merge: () => openMerge([ticket]),
    split: () => splitting.begin(),
    spam: hideSpam,
    "not-spam": () => markSpam(false),
  };
  const run = ({ name, picker, status }: OfferedAction): void => {
    if (picker) pickers.show(picker);
    else if (status) change(setStatus(status, me));
    else handlers[name]?.();
  };

  const canResolve = actions.some(({ name }) => name === "resolve");
  const resolveAndGoOn = () => {
    changeTicket(ticket, setStatus("resolved", me));
    goOn("next");
  };

  useKeys(() => ({
    about: `#${ticket.number}`,
    further: paletteActions(actions, run),
    // Until the properties are there, the keys wait: their pickers take what is typed next.
    ...(isPageComing() ? {} : keyHandlers(actions, run)),
    "ticket.resolveNext": canResolve ? resolveAndGoOn : undefined,
    "ticket.leave": () => navigate(listAddress),
    "ticket.next": goTo(nextPrevious.next),
    "ticket.previous": goTo(nextPrevious.previous),
  }));

  const { number } = ticket;
  const messageActions = useMessageActionsOf(ticket, {
    composer,
    sorts: canMerge,
    redact: setRedacting,
    changeNote: setNote,
    choice: splitting.choice,
    splitFrom: canSplit ? splitting.begin : undefined,
    separate: canSplit && !splitting.choice ? splitting.beginWith : undefined,
  });
  const undoAction = useCallback((actId: string) => undo(ticket, actId), [undo, ticket]);

  const propertiesWith = (pickers: Pickers) => (
    <Suspense fallback={<PropertiesLoading />}>
      <Properties
        ticket={ticket}
        pickers={pickers}
        onChange={change}
        onClose={() => setClosing(true)}
      />
    </Suspense>
  );
  return (
    <>
      <TicketHeader
        ticket={ticket}
        listAddress={listAddress}
        nextToList={nextToList}
        nextPrevious={nextPrevious}
        onDetails={wide ? null : () => setDetails(true)}
        onSubject={(subject, seen) => change(setSubject(subject), seen)}
        actions={actions}
        run={run}
      />
      {spam && <SpamBanner spam={spam} onNotSpam={() => markSpam(false)} />}
      <div className="flex min-h-0 flex-1">
        <ComposerDropArea composer={composer} className="flex min-w-0 flex-1 flex-col">
          <MessageActionsContext value={messageActions}>
            <Timeline ticket={ticket} timeline={timeline} fresh={fresh} onUndo={undoAction} />
          </MessageActionsContext>
          <HeldMails ticket={ticket} />
          {splitting.choice ? (
            <Suspense>
              <SplitBar subject={ticket.subject} splitting={splitting} />
            </Suspense>
          ) : (
            spam === null && <LazyComposer ref={composer} ticket={ticket} onSent={onSent} />
          )}
        </ComposerDropArea>
        {wide && <PropertiesPane>{propertiesWith(pickers)}</PropertiesPane>}
      </div>
      {!wide && (
        <Suspense>
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
        </Suspense>
      )}
      {closing && (
        <CloseDialog
          count={1}
          what={`#${number}`}
          onConfirm={() => {
            setClosing(false);
            change(setStatus("closed", me));
          }}
          onClose={() => setClosing(false)}
        />
      )}
      {redacting && (
        <RedactDialog ticket={ticket} subject={redacting} onClose={() => setRedacting(null)} />
      )}
      {note && <NoteDialogs ticket={ticket} question={note} onClose={() => setNote(null)} />}
    </>
  );
}

function PropertiesLoading() {
  useHoldsKeysForTools();
  return (
    <div className="flex flex-col gap-4 pt-2">
      <PropertiesSkeleton />
    </div>
  );
}

interface GoOnOptions {
  nextPrevious: NextPrevious;
  /** The next ticket is not known yet. */
  isPending: boolean;
  listAddress: string;
}

/** Leaves a ticket that is done with; at the end of the list to the one before, or to the list. */
function useGoOn({ nextPrevious, isPending, listAddress }: GoOnOptions) {
  const navigate = useNavigate();
  const [waits, setWaits] = useState(false);
  const goToNext = () => {
    const next = nextPrevious.next ?? nextPrevious.previous;
    navigate(next === null ? listAddress : `/ticket/${next}${location.search}`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the next ticket is known.
  useEffect(() => {
    if (waits && !isPending) goToNext();
  }, [waits, isPending]);
  return (after: AfterLeaving) => {
    if (after === "list") navigate(listAddress);
    else if (after === "next" && isPending) setWaits(true);
    else if (after === "next") goToNext();
  };
}

interface SpamBannerProps {
  spam: NonNullable<StaffDetails["spam"]>;
  onNotSpam: () => void;
}

/** Spam that can no longer be restored. */
function isPermanentSpam({ until }: SpamBannerProps["spam"], now: number): boolean {
  return now > Date.parse(until);
}

/** The only action on spam is to restore it, while that is possible. */
function SpamBanner({ spam, onNotSpam }: SpamBannerProps) {
  const isOver = isPermanentSpam(spam, useNow());
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
            Hidden from all lists. You can restore it until <Day at={spam.until} />.
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

interface MessageActionOptions
  extends Pick<MessageActions, "splitFrom" | "separate" | "redact" | "choice"> {
  composer: RefObject<ComposerHandle | null>;
  changeNote: (question: NoteQuestion) => void;
  /** Whether tickets can be merged and unmerged. */
  sorts: boolean;
}

/** The actions on messages of this ticket, memoized because each message depends on them. */
function useMessageActionsOf(
  ticket: TicketDetails,
  { composer, splitFrom, separate, redact, changeNote, choice, sorts }: MessageActionOptions,
): MessageActions {
  const { number, may, staff } = ticket;
  const viewer = useViewer();
  const isSpam = Boolean(staff?.spam);
  const canRedact = !isSpam && can(viewer, "ticket.redact");
  const unmerge = useUnmerge(ticket);
  return useMemo(
    () => ({
      quote: may.reply ? (message) => composer.current?.quote(message.html) : undefined,
      copyLink: (message) => void copyLink(number, message.id),
      splitFrom,
      separate,
      redact: canRedact ? redact : undefined,
      editNote: may.note ? (message) => changeNote({ what: "edit", message }) : undefined,
      deleteNote: isSpam ? undefined : (message) => changeNote({ what: "delete", message }),
      unmerge: sorts ? unmerge : undefined,
      choice,
    }),
    [
      may.reply,
      may.note,
      composer,
      number,
      splitFrom,
      separate,
      canRedact,
      redact,
      changeNote,
      isSpam,
      sorts,
      unmerge,
      choice,
    ],
  );
}
