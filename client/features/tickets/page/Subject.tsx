import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { Hint } from "../../../components/ui/tooltip.tsx";

interface SubjectProps {
  ticket: TicketDetails;
  /** `seen`: the ticket when editing began. */
  onChange: (subject: string, seen: TicketDetails) => void;
}

/** In the header row; on a phone in a row below. */
export const subjectPlace =
  "flex min-w-0 flex-1 items-center max-shell:order-last max-shell:basis-full max-shell:pb-1";

/** It replaces the button that was just pressed. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** Edited in place: Enter or blur saves, Escape cancels. */
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
  // Unmounting also saves, and fires no blur.
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
        <Hint label="Edit subject">
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
