import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { Hint } from "../../../components/ui/tooltip.tsx";

interface SubjectProps {
  ticket: TicketDetails;
  /** `seen`: as the ticket was when they began. */
  onChange: (subject: string, seen: TicketDetails) => void;
}

/** Beside what else is in the head, on a phone below it. */
export const subjectPlace =
  "flex min-w-0 flex-1 items-center max-shell:order-last max-shell:basis-full max-shell:pb-1";

/** It stands where the button was that was just pressed. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** Edited in place: Enter or leaving it saves, Escape leaves it as it was. */
export function Subject({ ticket, onChange }: SubjectProps) {
  const { subject } = ticket;
  const [typed, setTyped] = useState<string | null>(null);
  const seen = useRef(ticket);
  const button = useRef<HTMLButtonElement>(null);
  const begin = () => {
    seen.current = ticket;
    setTyped(subject);
  };
  const leave = (next: string | null, back: boolean) => {
    setTyped(null);
    save(next);
    if (back) requestAnimationFrame(() => button.current?.focus());
  };
  const save = (next: string | null) => {
    const words = next?.trim().replaceAll(/\s+/g, " ");
    if (words && words !== seen.current.subject) onChange(words, seen.current);
  };
  // A field that goes with its page is left, too, and nobody hears of it.
  const onGone = useRef(() => {});
  onGone.current = () => save(typed);
  useEffect(() => () => onGone.current(), []);
  if (typed !== null) {
    return (
      <input
        ref={takeFocus}
        aria-label="Subject"
        dir="auto"
        maxLength={ticketLimits.subject}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => leave(typed, false)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Enter") leave(typed, true);
          if (event.key === "Escape") leave(null, true);
        }}
        className="-mx-1.5 h-8 min-w-0 flex-1 rounded-md border border-ring bg-card px-1.5 text-left font-semibold text-lg outline-none ring-3 ring-ring/25 dark:bg-background"
      />
    );
  }
  const words = <SubjectWords>{subject}</SubjectWords>;
  return (
    <h1 data-hint={subject} data-hint-cut="" className="min-w-0 flex-1 font-semibold text-lg">
      {ticket.may.update && ticket.status !== "closed" ? (
        <Hint label="Edit the subject">
          <button
            ref={button}
            type="button"
            onClick={begin}
            className="-mx-1.5 block min-h-8 max-w-[calc(100%+0.75rem)] rounded-md px-1.5 hover:bg-accent pointer-coarse:min-h-11"
          >
            {words}
          </button>
        </Hint>
      ) : (
        words
      )}
    </h1>
  );
}

export function SubjectWords({ children }: { children: string }) {
  return (
    <span
      dir="auto"
      className="wrap-anywhere line-clamp-3 text-balance text-left shell:line-clamp-2 shell:leading-5 shell:@max-3xl:text-base shell:@max-3xl:leading-4.5 print:line-clamp-none print:text-lg print:leading-[normal]"
    >
      {children}
    </span>
  );
}
