import { ArrowRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { Button } from "../../../components/ui/button.tsx";
import { whoHasFocus } from "../../../components/ui/focus.ts";
import { TextField } from "../../../components/ui/text-field.tsx";
import type { Split } from "./use-split.ts";

interface SplitBarProps {
  subject: string;
  splitting: Split;
}

/** Replaces the composer while messages are selected for a new ticket. */
export function SplitBar({ subject, splitting: { choice, stop, split, busy } }: SplitBarProps) {
  const [value, setValue] = useState(subject);
  const [opener] = useState(whoHasFocus);
  const leave = () => {
    stop();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const count = choice?.chosen.size ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0 && value.trim() !== "" && !busy) split(value.trim());
  };
  return (
    <section
      aria-label="Split this ticket"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      }}
      className="mx-4 mb-3 max-w-182 shrink-0 rounded-lg border border-ring bg-card p-3 ring-3 ring-ring/20 max-shell:mx-2 max-shell:mb-2"
    >
      <form onSubmit={submit} className="flex flex-col gap-2.5">
        <p role="status" className="flex items-center gap-2 font-medium">
          {count === 0 ? (
            "Select messages to move to a new ticket"
          ) : (
            <>
              {count === 1 ? "1 message" : `${count} messages`}
              <ArrowRight aria-label="to" />
              New ticket
            </>
          )}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label="Subject of the new ticket"
            className="min-w-40 flex-1 max-shell:basis-full"
            autoFocus
            dir="auto"
            maxLength={ticketLimits.subject}
            value={value}
            onType={setValue}
          />
          <Button variant="outline" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={count === 0 || value.trim() === ""} aria-disabled={busy}>
            Split ticket
          </Button>
        </div>
      </form>
    </section>
  );
}
