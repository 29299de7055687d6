import { useEffect, useMemo, useRef, useState } from "react";
import { Link, Navigate, useLocation } from "react-router-dom";
import type { LinkedMessage, OneTicket } from "../../../shared/tickets/one-ticket.ts";
import { deskName, useTitle } from "../../app/navigation/page.ts";
import { deskLogo } from "../../app/theme/desk-theme.ts";
import { cn } from "../../components/cn.ts";
import { formatClock, formatDate, formatExact } from "../../components/format/format.ts";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DeskMark } from "../../components/ui/desk-mark.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { newRequestId } from "../../data/calls/request-id.ts";
import { useAnswer } from "../../data/calls/use-call.ts";
import { notifyFailure, readFailure } from "../../data/errors.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useStore } from "../../data/store.ts";
import { LinkedFiles } from "./LinkedFiles.tsx";
import { customerStatusNames } from "./list/customer-status.ts";
import { OneTicketReply } from "./OneTicketReply.tsx";
import { createOneTicketCalls, type OneTicketCalls } from "./one-ticket-calls.ts";
import { Rating } from "./page/Rating.tsx";
import { MessageHtml } from "./timeline/MessageHtml.tsx";

/**
 * The page behind the link in a customer's mail: the public conversation of one ticket, a reply and a rating. It never
 * asks for the session. The token is in the fragment, which browsers do not send to servers.
 */
export function OneTicketPage() {
  const token = useLocation().hash.slice(1);
  useTitle("Your ticket");
  return <Frame>{token ? <OpenTicket key={token} token={token} /> : <EndedLink />}</Frame>;
}

function Frame({ children }: { children: React.ReactNode }) {
  const desk = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-182 flex-col gap-4 px-4 py-6">
        <div className="flex items-center gap-2.5">
          <DeskMark title={desk} logo={logo} className="size-7.5 rounded-lg text-sm" />
          <span className="min-w-0 truncate font-semibold text-[1.125rem]">{desk}</span>
        </div>
        {children}
      </div>
    </main>
  );
}

function OpenTicket({ token }: { token: string }) {
  const calls = useMemo(() => createOneTicketCalls(token), [token]);
  const opened = useAnswer(() => calls.get.query());
  const [newer, setNewer] = useState<OneTicket | null>(null);
  const [hasEnded, setEnded] = useState(false);
  if (hasEnded || opened.failure?.code === "ticket_link_ended") return <EndedLink />;
  if (opened.failure) {
    return (
      <>
        <p role="alert" className="text-danger-text">
          {opened.failure.message}
        </p>
        <Button variant="outline" size="lg" onClick={opened.again}>
          Try again
        </Button>
      </>
    );
  }
  const ticket = newer ?? opened.data;
  if (!ticket) return <TicketSkeleton />;
  if (ticket.isSignedIn) return <Navigate to={`/ticket/${ticket.number}`} replace />;
  return (
    <TicketByLink
      ticket={ticket}
      calls={calls}
      onTicket={setNewer}
      onEnded={() => setEnded(true)}
    />
  );
}

interface TicketByLinkProps {
  ticket: OneTicket;
  calls: OneTicketCalls;
  onTicket: (ticket: OneTicket) => void;
  onEnded: () => void;
}

function TicketByLink({ ticket, calls, onTicket, onEnded }: TicketByLinkProps) {
  const { number, subject, status, person } = ticket;
  const { rate, isRating } = useRating(calls, onTicket, onEnded);
  const end = useRef<HTMLDivElement>(null);
  // Opens at the newest message, with the reply below it.
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), []);
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 dir="auto" className="wrap-anywhere text-left font-semibold text-xl">
          {subject}
        </h1>
        <p className="flex items-center gap-1.5 text-muted-foreground">
          <StatusMark status={status} besideWord className="size-3.5" />
          {customerStatusNames[status]} · #{number}
        </p>
      </header>
      <p className="text-muted-foreground text-sm">
        This link is for <bdi className="font-medium text-foreground">{person.name}</bdi>. Anyone
        who has it can read and answer this ticket, so don't forward the email.
      </p>
      <Conversation ticket={ticket} calls={calls} />
      <Rating ticket={ticket} busy={isRating} onRate={rate} />
      {ticket.rating && (
        <p role="status" className="mx-4 text-muted-foreground text-sm max-shell:mx-2">
          Your rating: {ticket.rating.rating}
        </p>
      )}
      <OneTicketReply ticket={ticket} calls={calls} onTicket={onTicket} onEnded={onEnded} />
      <div ref={end} className="flex flex-wrap gap-x-4 text-sm">
        <Link to="/login" className="text-selected-foreground underline underline-offset-2">
          Sign in to see all your tickets
        </Link>
      </div>
    </>
  );
}

function useRating(
  calls: OneTicketCalls,
  onTicket: TicketByLinkProps["onTicket"],
  onEnded: () => void,
) {
  const [isRating, setRating] = useState(false);
  const requestId = useRef(newRequestId());
  const rate = async (rated: { rating: "good" | "bad"; comment: string }): Promise<boolean> => {
    setRating(true);
    try {
      onTicket(await calls.rate.mutate({ requestId: requestId.current, ...rated }));
      requestId.current = newRequestId();
      return true;
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === "ticket_link_ended") onEnded();
      else notifyFailure(failure);
      return false;
    } finally {
      setRating(false);
    }
  };
  return { rate, isRating };
}

function Conversation({ ticket, calls }: { ticket: OneTicket; calls: OneTicketCalls }) {
  const [earlier, setEarlier] = useState<LinkedMessage[]>([]);
  const [next, setNext] = useState(ticket.earlier);
  const loadEarlier = async (before: string) => {
    try {
      const page = await calls.earlier.query({ before });
      setEarlier((shown) => [...page.messages, ...shown]);
      setNext(page.earlier);
    } catch (error) {
      notifyFailure(readFailure(error));
    }
  };
  return (
    <section aria-label="Conversation" className="flex flex-col gap-3">
      {next !== null && (
        <Button variant="outline" onClick={() => void loadEarlier(next)}>
          Show earlier messages
        </Button>
      )}
      {withoutRepeats([...earlier, ...ticket.messages]).map((message) => (
        <Message key={message.id} message={message} calls={calls} />
      ))}
    </section>
  );
}

/** A reply moves the newest page on: a message can then be on both. */
function withoutRepeats(messages: readonly LinkedMessage[]): LinkedMessage[] {
  return [...new Map(messages.map((message) => [message.id, message])).values()];
}

function Message({ message, calls }: { message: LinkedMessage; calls: OneTicketCalls }) {
  const timeZone = useTimeZone();
  const { at, author, mine, html, redacted, files } = message;
  const name = mine ? "You" : author.name;
  return (
    <article
      aria-label={name}
      className={cn(
        "rounded-lg border px-3.5 py-2.5",
        mine ? "ml-7 border-transparent bg-selected/70 dark:bg-selected/55" : "mr-7 bg-card",
      )}
    >
      <header className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 flex-1 truncate font-semibold">{name}</bdi>
        <time
          dateTime={at}
          data-hint={formatExact(at, timeZone)}
          className="shrink-0 text-faint text-xs tabular-nums"
        >
          {formatDate(at, timeZone)}, {formatClock(Date.parse(at), timeZone)}
        </time>
      </header>
      {redacted ? (
        <p className="text-muted-foreground italic">The text of this message was removed.</p>
      ) : (
        <MessageHtml html={html} />
      )}
      <LinkedFiles files={files} calls={calls} />
    </article>
  );
}

function EndedLink() {
  return (
    <section className="flex flex-col items-start gap-3.5 rounded-xl border bg-card p-5">
      <h1 className="font-semibold text-lg">This link no longer works</h1>
      <p role="alert" className="text-muted-foreground">
        It may be incomplete or too old, or you're no longer part of this ticket. Use the link in
        the newest email about your ticket, or sign in. If you don't have a password yet, choose
        “Forgot password?” on the sign-in page.
      </p>
      <Button asChild size="lg">
        <Link to="/login">Go to sign-in page</Link>
      </Button>
    </section>
  );
}

function TicketSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
