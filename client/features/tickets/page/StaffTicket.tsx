import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { useHoldsKeys } from "../../../app/keyboard/held-keys.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { assign, type Change, setStatus, setSubject } from "../actions/changes.ts";
import { useActs, useUndoAct } from "../actions/use-ticket-action.ts";
import { useSpam } from "../actions/use-spam.ts";
import { useSplit } from "./use-split.ts";
import { Composer, type ComposerHandle } from "../composer/Composer.tsx";
import type { AfterSending } from "../composer/send-choices.ts";
import { TakesFiles } from "../composer/TakesFiles.tsx";
import { followUpAddress, mayFollowUp } from "../follow-up.ts";
import { openMerge } from "../dialogs/open-merge.ts";
import { Properties } from "../properties/Properties.tsx";
import { PropertiesBeside } from "../properties/PropertiesBeside.tsx";
import { PropertiesDialog } from "../properties/PropertiesDialog.tsx";
import { type PickerName, type Pickers, usePickers } from "../properties/use-pickers.ts";
import { useReadMarks } from "../read-marks.ts";
import { MessageActsContext, type RedactSubject } from "../timeline/message-actions.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useTimeline } from "../timeline/use-timeline.ts";
import type { Around } from "../next-previous.ts";
import { CloseDialog } from "../dialogs/CloseDialog.tsx";
import { copyLink } from "./copy-link.ts";
import { actsWithoutKey } from "./further-acts.ts";
import { RedactDialog } from "../dialogs/RedactDialog.tsx";
import { isForGood, SpamBanner } from "./SpamBanner.tsx";
import { SplitBar } from "./SplitBar.tsx";
import { TicketHeader } from "./TicketHeader.tsx";
import { useActsOnMessages } from "./use-acts-on-messages.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { useTicketTrail } from "./use-ticket-trail.ts";

interface StaffTicketProps {
  ticket: TicketDetails;
  /** As the server has it, not as it was when it was last seen. */
  fresh: boolean;
  beside: boolean;
  around: Around | null;
  /** There is room for the properties beside the conversation. */
  wide: boolean;
  listAddress: string;
}

export function StaffTicket(props: StaffTicketProps) {
  const { ticket, fresh, beside, around, wide, listAddress } = props;
  const viewer = useViewer();
  const navigate = useNavigate();
  const neighbours = { ...useNeighbours(ticket.number), ...around };
  useHoldsKeys("steps", !beside && around === null && neighbours.isPending);
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
    const next = neighbours.next ?? neighbours.previous;
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
    "ticket.next": goTo(neighbours.next),
    "ticket.previous": goTo(neighbours.previous),
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
        neighbours={neighbours}
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
