import { Clock, LockKeyhole, type LucideIcon, Mail, MailCheck, MailX } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { isStaff } from "../../../../shared/access.ts";
import type {
  MailedTo,
  MessageMail,
  TicketDetails,
  TimelineEvent,
  TimelineMessage,
} from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { formatClock, formatExact } from "../../../components/format/format.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { MessageFiles } from "../../../components/uploads/MessageFiles.tsx";
import { offlineSince } from "../../../data/connection.ts";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { isOptimistic } from "../actions/optimistic-message.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { useUndoReply } from "../composer/use-send.ts";
import { Words } from "./EventLine.tsx";
import { sentWords } from "./event-words.ts";
import { imagesOf, MailDetails, namesOf } from "./MailDetails.tsx";
import { MessageHtml } from "./MessageHtml.tsx";
import { MessageMenu } from "./MessageMenu.tsx";
import { fileToRedact, useMessageActions } from "./message-actions.ts";
import { companyLabel } from "./timeline-rows.ts";

interface MessageCardProps {
  message: TimelineMessage;
  ticket: TicketDetails;
  /** The address links to it. */
  named: boolean;
  /** What the reply changes, while both can be undone together. */
  sentWith?: readonly TimelineEvent[] | undefined;
}

/** The reader's own side is tinted and on the right; notes are amber. */
export function MessageCard({ message, ticket, named, sentWith }: MessageCardProps) {
  const timeZone = useTimeZone();
  const viewer = useViewer();
  const { choice, redact } = useMessageActions();
  const {
    id,
    author,
    at,
    state,
    html,
    redacted,
    redactedBy,
    files,
    mine,
    undelivered,
    mailed,
    mail,
  } = message;
  const note = state === "note";
  const holdsPasted = /<(pre|table)\b/.test(html);
  const ours = isStaff(viewer) ? author.isStaff : mine;
  const name = mine && !isStaff(viewer) ? "You" : author.name;
  const company = companyLabel(message, ticket);
  const known = !isOptimistic(message);
  // Redacted messages are never sent; those of spam wait.
  const isToGoOut = known && state === "sending" && !redacted;
  const isSpam = Boolean(ticket.staff?.spam);
  const [showsImages, setShowsImages] = useState(mail?.showsImages ?? false);
  return (
    <article
      id={`message-${id}`}
      aria-label={`${note ? "Internal note by " : ""}${name}`}
      className={cn(
        "group/message my-1.5 rounded-lg border px-3.5 py-2.5",
        // As wide as prose, or as eighty columns of a log.
        "max-w-(--most)",
        holdsPasted ? "[--most:40rem]" : "[--most:calc(54ch*14/13+1.875rem)]",
        // Right-aligned, and never as far left as messages from the other side.
        ours ? "ml-[max(1.75rem,100%-var(--most))]" : "mr-7 bg-card dark:bg-transparent",
        ours && !note && "border-transparent bg-selected/70 dark:bg-selected/55",
        note && "border-note-border bg-note",
        (named || choice?.chosen.has(id)) && "ring-2 ring-ring",
      )}
    >
      <header className="mb-1 flex items-center gap-2">
        {choice && (
          <Checkbox
            aria-label={`Select message by ${name}`}
            checked={choice.chosen.has(id)}
            disabled={state === "sending"}
            className="pointer-coarse:before:-inset-3.75"
            onCheckedChange={() => choice.toggle(id)}
          />
        )}
        {note ? (
          <LockKeyhole className="text-note-foreground" />
        ) : (
          name !== "You" && <Avatar id={author.id} name={author.name} size="xs" />
        )}
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          {note && (
            <strong className="shrink-0 font-semibold text-note-foreground">Internal note</strong>
          )}
          <bdi
            className={cn(
              "max-w-full shrink-0 truncate",
              note ? "text-note-foreground" : "font-semibold",
            )}
          >
            {name}
          </bdi>
          {company && <bdi className="truncate text-muted-foreground">{company}</bdi>}
          {mail && <MailMark mail={mail} />}
        </p>
        {known && !choice && <MessageMenu message={message} name={name} isSpam={isSpam} />}
        <time
          dateTime={at}
          data-hint={formatExact(at, timeZone)}
          className={cn(
            "shrink-0 text-xs tabular-nums",
            note ? "text-note-foreground" : "text-faint",
          )}
        >
          {formatClock(Date.parse(at), timeZone)}
        </time>
      </header>
      {redacted ? (
        <p className="text-muted-foreground italic">
          {redactedBy ? (
            <>
              Redacted by <bdi>{redactedBy.name}</bdi>
            </>
          ) : (
            "The text of this message was removed."
          )}
        </p>
      ) : (
        <MessageHtml
          html={html}
          isMail={message.isMail ?? false}
          images={showsImages ? `${imagesOf(id)}/text` : null}
        />
      )}
      {mail && !redacted && (
        <MailDetails
          id={id}
          mail={mail}
          images={showsImages}
          onShowImages={() => setShowsImages(true)}
        />
      )}
      <MessageFiles
        files={files}
        onRedact={redact && known ? (file) => redact(fileToRedact(file)) : undefined}
      />
      {undelivered?.map(({ id, to, why }) => (
        <p key={id} className="mt-2 flex gap-1.5 text-muted-foreground text-xs">
          <MailX className="mt-px size-3.5 shrink-0 text-danger-text" />
          <span className="wrap-anywhere min-w-0">
            Not delivered to <bdi>{to}</bdi>: <bdi>{why}</bdi>
          </span>
        </p>
      ))}
      {mailed && <Delivery mailed={mailed} />}
      {!known && <SendingState isHeldBack={state === "sending"} />}
      {isToGoOut && !isSpam && (
        <SendingCountdown message={message} ticket={ticket} sentWith={sentWith} />
      )}
      {isToGoOut && isSpam && (
        <p className="mt-2 text-muted-foreground text-xs">
          Not sent while this ticket is marked as spam.
        </p>
      )}
    </article>
  );
}

/** That the message came by mail, from whom and to which address. */
function MailMark({ mail }: { mail: MessageMail }) {
  const [to] = namesOf(mail, "to");
  const words = `By email from ${mail.sender}${to ? ` to ${to}` : ""}`;
  return (
    <span data-hint={words} className="inline-flex self-center text-faint">
      <Mail aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Whom a reply was mailed to. A mail to the requester alone is the usual case, and shows nothing once sent. */
function Delivery({ mailed }: { mailed: readonly MailedTo[] }) {
  const waiting = mailed.filter(({ isWaiting }) => isWaiting);
  const sent = mailed.filter(({ isWaiting }) => !isWaiting);
  return (
    <>
      {waiting.length > 0 && (
        <Answers of={waiting} icon={Clock}>
          {mailed.length === 1
            ? "Waiting for the mail server"
            : `Waiting for the mail server: ${waiting.length} of ${mailed.length}`}
        </Answers>
      )}
      {sent.length > 1 && (
        <Answers of={sent} icon={MailCheck}>
          Sent to {sent.length}
        </Answers>
      )}
    </>
  );
}

interface AnswersProps {
  of: readonly MailedTo[];
  icon: LucideIcon;
  children: ReactNode;
}

/** A line that opens to each recipient, with what the mail server answered. */
function Answers({ of, icon: Icon, children }: AnswersProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-2 flex gap-1.5 text-muted-foreground text-xs">
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <div className="min-w-0">
        <Button
          variant="link"
          size="inline"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          data-hint={open ? undefined : "Show the mail server's answers"}
          className="font-normal text-muted-foreground text-xs"
          onClick={() => setOpen(!open)}
        >
          {children}
        </Button>
        {open && (
          <ul id={id} className="wrap-anywhere mt-1 space-y-0.5">
            {of.map(({ id, to, answer }) => (
              <li key={id}>
                <bdi>{to}</bdi>
                {answer && (
                  <>
                    : <bdi>{answer}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The state of a message the server has not answered yet; public messages show it only offline. */
function SendingState({ isHeldBack }: { isHeldBack: boolean }) {
  const isOffline = useStore(offlineSince) !== null;
  if (!isOffline && !isHeldBack) return null;
  return (
    <p className="mt-2 text-muted-foreground text-xs">
      {isOffline ? "Waiting for connection" : "Sending…"}
    </p>
  );
}

type SendingCountdownProps = Omit<MessageCardProps, "named">;

/** Counts down to the sending, which its author can undo until then. */
function SendingCountdown({ message, ticket, sentWith }: SendingCountdownProps) {
  const left = useSecondsLeft(message, ticket.number);
  const { id } = useViewer();
  const timeZone = useTimeZone();
  const undoReply = useUndoReply(ticket);
  return (
    <p className="mt-2 flex items-center gap-3 text-muted-foreground text-xs">
      {sentWith && left > 0 ? (
        <span className="min-w-0">
          <Words of={sentWords(sentWith, { id, timeZone, isStaff: true })} /> ·
        </span>
      ) : (
        <span className="tabular-nums">{left > 0 ? `Sending in ${left} s` : "Sending…"}</span>
      )}
      {message.mine && left > 0 && (
        <Button
          aria-label="Undo send"
          variant="link"
          size="inline"
          // The text returns to the composer.
          data-focus-heir='[data-slot="composer"] textarea'
          className="text-xs pointer-coarse:py-3"
          onClick={() => void undoReply(message.id)}
        >
          {sentWith ? "Undo" : "Undo send"}
        </Button>
      )}
      {sentWith && left > 0 && <span className="text-faint tabular-nums">{left} s</span>}
    </p>
  );
}

/** Counts from the remaining time in the answer, because clocks differ. */
function useSecondsLeft(message: TimelineMessage, number: number): number {
  const { releaseInMs } = message;
  const [left, setLeft] = useState(() => Math.ceil((releaseInMs ?? 0) / 1000));
  const cache = useTicketCache();
  useEffect(() => {
    const end = performance.now() + (releaseInMs ?? 0);
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    count();
    let isRefreshing = false;
    /** Refetches the ticket once the message should be sent; one call at a time. */
    const ask = async () => {
      if (isRefreshing) return;
      isRefreshing = true;
      await cache.refresh(number);
      isRefreshing = false;
    };
    const timer = setInterval(() => {
      count();
      if (performance.now() > end + 300) void ask();
    }, 500);
    return () => clearInterval(timer);
  }, [releaseInMs, number, cache]);
  return left;
}
