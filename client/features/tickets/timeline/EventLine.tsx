import {
  AlarmClock,
  Ban,
  Building2,
  ChevronDown,
  CirclePlus,
  Ellipsis,
  Eraser,
  Flag,
  Link2,
  type LucideIcon,
  Mail,
  Merge,
  Pencil,
  Shapes,
  Split,
  Tag,
  TextCursorInput,
  ThumbsDown,
  ThumbsUp,
  Undo2,
  Unlink,
  UserRound,
  UserRoundCheck,
  Users,
} from "lucide-react";
import { Fragment, useId } from "react";
import { Link, useLocation } from "react-router-dom";
import { isStaff } from "../../../../shared/access.ts";
import type { TimelineChange, TimelineEvent } from "../../../../shared/tickets/page.ts";
import type { StaffValues } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { formatClock, formatExact } from "../../../components/format/format.ts";
import { PriorityMark } from "../../../components/ticket/PriorityMark.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { automaticWords, type EventWords, eventWords, foldedWords } from "./event-words.ts";
import { useMessageActions } from "./message-actions.ts";
import { type ActRow, type FoldRow, lastingActs } from "./timeline-rows.ts";

interface EventLineProps extends Pick<ActRow, "events" | "undoneAt"> {
  onUndo?: ((actId: string) => void) | undefined;
}

/** What one action changed, as one muted line. */
export function EventLine({ events, undoneAt, onUndo }: EventLineProps) {
  const viewer = useViewer();
  const timeZone = useTimeZone();
  const [{ actor, at, actId, change }] = events;
  const automatic = automaticWords(events);
  const sentence = eventWords(events, { id: viewer.id, timeZone, isStaff: isStaff(viewer) });
  const { unmerge, separate } = useMessageActions();
  const merges = events.map((event) => event.change);
  const mergedId = merges.find((each) => each.kind === "merged-from")?.mergedId;
  const isOtherSubject = events.some(
    (event) => event.change.kind === "mail" && event.change.about === "other-subject",
  );
  const undoable = undoneAt === undefined && events.some((event) => event.undoable);
  const exact = formatExact(at, timeZone);
  return (
    <div className="group/event flex items-start gap-2 py-1 text-muted-foreground text-xs">
      <span className="mt-px shrink-0">
        {undoneAt === undefined ? <EventMark change={change} /> : <Undo2 />}
      </span>
      <p className="min-w-0 flex-1">
        <bdi className="font-medium text-foreground">
          {automatic ?? (actor ? (actor.id === viewer.id ? "You" : actor.name) : "Automation")}
        </bdi>{" "}
        {!automatic && <Words of={sentence} />}
        {undoneAt !== undefined && " (undone)"}
        {mergedId && unmerge && <LineButton onClick={() => unmerge(mergedId)}>Unmerge</LineButton>}
        {isOtherSubject && separate && (
          <LineButton onClick={() => separate(actId)}>Make a separate ticket</LineButton>
        )}
        {undoable && onUndo && <LineButton onClick={() => onUndo(actId)}>Undo</LineButton>}
      </p>
      <EventMenu events={events} />
      <time
        dateTime={at}
        data-hint={
          undoneAt === undefined
            ? exact
            : `${exact}, undone at ${formatClock(Date.parse(undoneAt), timeZone)}`
        }
        className="text-faint tabular-nums"
      >
        {formatClock(Date.parse(at), timeZone)}
      </time>
    </div>
  );
}

interface EventFoldProps extends Pick<FoldRow, "acts"> {
  open: boolean;
  onToggle: () => void;
  onUndo?: ((actId: string) => void) | undefined;
}

/** What one person did within a few minutes, as one line that opens to one line for each action. */
export function EventFold({ acts, open, onToggle, onUndo }: EventFoldProps) {
  const viewer = useViewer();
  const timeZone = useTimeZone();
  const list = useId();
  const lasting = lastingActs(acts);
  const [{ events }] = acts;
  const [{ actor }] = events;
  const last = acts.at(-1)?.events[0] ?? events[0];
  const reader = { id: viewer.id, timeZone, isStaff: isStaff(viewer) };
  const isAllUndone = lasting.length === 0;
  const counted = isAllUndone ? acts.slice(-1) : lasting;
  const sentence = foldedWords(
    counted.map((act) => act.events),
    reader,
  );
  const [change] = (counted.at(-1) ?? acts[0]).events;
  // With one left there is no doubt what Undo undoes.
  const [only, ...others] = lasting;
  const canUndo = others.length === 0 && only?.events.some((event) => event.undoable);
  return (
    <div className="py-1 text-muted-foreground text-xs">
      <div className="flex items-start gap-2">
        <span className="mt-px shrink-0">
          {isAllUndone ? <Undo2 /> : <EventMark change={change.change} />}
        </span>
        <p className="min-w-0 flex-1 truncate">
          <bdi className="font-medium text-foreground">
            {actor?.id === viewer.id ? "You" : actor?.name}
          </bdi>{" "}
          <Words of={sentence} />
          {isAllUndone && " (undone)"}
        </p>
        {!open && canUndo && only && onUndo && (
          <Button
            variant="link"
            size="inline"
            className="shrink-0 text-xs"
            onClick={() => onUndo(only.events[0].actId)}
          >
            Undo
          </Button>
        )}
        <Button
          variant="link"
          size="inline"
          className="shrink-0 text-xs"
          aria-expanded={open}
          aria-controls={list}
          onClick={onToggle}
        >
          {acts.length} changes
          <ChevronDown className={cn("size-3.5", open && "rotate-180")} />
        </Button>
        <time
          dateTime={last.at}
          data-hint={formatExact(last.at, timeZone)}
          className="shrink-0 text-faint tabular-nums"
        >
          {formatClock(Date.parse(last.at), timeZone)}
        </time>
      </div>
      <ul id={list} hidden={!open} className="mt-1 ml-[7px] border-l pl-4">
        {open &&
          acts.map((act) => (
            <li key={act.key}>
              <EventLine events={act.events} undoneAt={act.undoneAt} onUndo={onUndo} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Words with the names in them. */
export function Words({ of }: { of: EventWords }) {
  return of.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move.
    <Fragment key={index}>{typeof part === "string" ? part : <Name {...part} />}</Fragment>
  ));
}

function LineButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <>
      {/* A space that does not move to the next line. */}
      {"\u2002"}
      <Button variant="link" size="inline" className="text-xs" onClick={onClick}>
        {children}
      </Button>
    </>
  );
}

/** A name; that of a ticket is a link. */
function Name({ name, ticket }: { name: string; ticket?: number }) {
  const { search } = useLocation();
  if (ticket === undefined) return <bdi>{name}</bdi>;
  return (
    <Link
      to={`/ticket/${ticket}${search}`}
      className="underline decoration-border underline-offset-2 hover:decoration-current"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

type KindWithIcon = Exclude<TimelineChange["kind"], keyof StaffValues | "status" | "rated">;

const icons: Record<KindWithIcon, LucideIcon> & Partial<Record<keyof StaffValues, LucideIcon>> = {
  created: CirclePlus,
  assigned: UserRoundCheck,
  type: Shapes,
  team: Users,
  subject: TextCursorInput,
  requester: UserRound,
  company: Building2,
  tags: Tag,
  followers: Users,
  snoozed: AlarmClock,
  undone: Undo2,
  "reply-taken-back": Undo2,
  "note-changed": Pencil,
  merged: Merge,
  "merged-from": Merge,
  unmerged: Undo2,
  split: Split,
  "split-from": Split,
  mail: Mail,
  spam: Ban,
  redacted: Eraser,
  linked: Link2,
  unlinked: Unlink,
};

function EventMark({ change }: { change: TimelineChange }) {
  if (change.kind === "status") return <StatusMark status={change.to} besideWord />;
  if (change.kind === "priority") return <PriorityMark priority={change.to} besideWord />;
  if (change.kind === "rated") return change.rating === "good" ? <ThumbsUp /> : <ThumbsDown />;
  // A newer kind of event still has a line.
  const Icon = icons[change.kind] ?? Flag;
  return <Icon />;
}

/** The menu of a past change: an earlier subject can be redacted. */
function EventMenu({ events }: { events: readonly TimelineEvent[] }) {
  const { redact } = useMessageActions();
  const subject = events.find(({ change }) => change.kind === "subject" && !change.redactedBy);
  if (!redact || !subject) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label="Subject change: more"
          className="-my-1 size-6 opacity-0 focus-visible:opacity-100 group-hover/event:opacity-100 data-[state=open]:opacity-100 pointer-coarse:-mx-1 pointer-coarse:-my-3.5 pointer-coarse:opacity-100"
        >
          <Ellipsis />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem
          variant="destructive"
          onSelect={() => redact({ what: "subject", id: subject.id })}
        >
          <Eraser />
          Redact earlier subject…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
