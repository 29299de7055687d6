import type { ReactNode } from "react";
import { statusNames, type TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../cn.ts";

interface StatusMarkProps {
  status: TicketStatus;
  /** Next to its label, the mark is decorative; otherwise its name is shown on hover. */
  besideWord?: boolean;
  className?: string;
}

/** A different shape for each status, with the name for screen readers. */
export function StatusMark({ status, besideWord, className }: StatusMarkProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      role="img"
      aria-label={statusNames[status]}
      aria-hidden={besideWord}
      data-hint={besideWord ? undefined : statusNames[status]}
      className={cn("size-4 shrink-0", colours[status], className)}
    >
      {shapes[status]}
    </svg>
  );
}

interface StatusLabelProps {
  status: TicketStatus;
  /** Controls where the label is hidden for lack of space. */
  wordClassName?: string;
}

export function StatusLabel({ status, wordClassName }: StatusLabelProps) {
  return (
    <span
      className="flex min-w-0 items-center gap-2"
      data-hint={statusNames[status]}
      data-hint-cut=""
    >
      <StatusMark status={status} besideWord />
      <span className={cn("truncate", wordClassName)}>{statusNames[status]}</span>
    </span>
  );
}

const colours: Record<TicketStatus, string> = {
  new: "text-status-new",
  open: "text-status-open",
  pending: "text-status-pending",
  "on-hold": "text-status-on-hold",
  resolved: "text-status-resolved",
  closed: "text-status-closed",
};

const ring = <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.6" />;
const stroke = {
  fill: "none",
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const check = "m5.2 8.2 1.9 1.9 3.7-4";

const shapes: Record<TicketStatus, ReactNode> = {
  new: (
    <>
      {ring}
      <circle cx="8" cy="8" r="3.1" fill="currentColor" />
    </>
  ),
  open: (
    <>
      {ring}
      <path d="M8 4a4 4 0 0 1 0 8Z" fill="currentColor" />
    </>
  ),
  pending: (
    <>
      {ring}
      <path d="M8 4.7V8l2.1 1.4" stroke="currentColor" {...stroke} />
    </>
  ),
  "on-hold": (
    <>
      {ring}
      <path d="M6.4 6v4M9.6 6v4" stroke="currentColor" {...stroke} />
    </>
  ),
  resolved: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d={check} stroke="var(--card)" {...stroke} />
    </>
  ),
  closed: (
    <>
      {ring}
      <path d={check} stroke="currentColor" {...stroke} />
    </>
  ),
};
