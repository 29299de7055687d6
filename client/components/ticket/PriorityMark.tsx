import { priorityNames, type TicketPriority } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../cn.ts";

interface PriorityMarkProps {
  priority: TicketPriority;
  /** Next to its label, the mark is decorative; otherwise its name is shown on hover. */
  besideWord?: boolean;
}

/** Bars, and for Urgent a red square. */
export function PriorityMark({ priority, besideWord }: PriorityMarkProps) {
  const words = `Priority ${priorityNames[priority]}`;
  return (
    <svg
      viewBox="0 0 16 16"
      role="img"
      aria-label={words}
      aria-hidden={besideWord}
      data-hint={besideWord ? undefined : words}
      className="size-4 shrink-0"
    >
      <Shape priority={priority} />
    </svg>
  );
}

interface PriorityLabelProps {
  priority: TicketPriority;
  /** Controls where the label is hidden for lack of space. */
  wordClassName?: string;
}

export function PriorityLabel({ priority, wordClassName }: PriorityLabelProps) {
  return (
    <span
      className="flex min-w-0 items-center gap-1.5"
      data-hint={priorityNames[priority]}
      data-hint-cut=""
    >
      <PriorityMark priority={priority} besideWord />
      <span className={cn("truncate", wordClassName)}>{priorityNames[priority]}</span>
    </span>
  );
}

const filled: Record<TicketPriority, number> = { low: 1, normal: 2, high: 3, urgent: 0 };

function Shape({ priority }: { priority: TicketPriority }) {
  if (priority === "urgent") {
    return (
      <>
        <rect x="1.5" y="1.5" width="13" height="13" rx="3" className="fill-urgent" />
        <path
          d="M8 4.6v4.1M8 11.2v.1"
          stroke="var(--card)"
          strokeWidth="1.7"
          strokeLinecap="round"
          fill="none"
        />
      </>
    );
  }
  return [0, 1, 2].map((bar) => (
    <rect
      key={bar}
      x={2 + bar * 4.4}
      y={10 - bar * 3.4}
      width="3"
      height={4 + bar * 3.4}
      rx="1"
      className={bar < filled[priority] ? "fill-foreground/75" : "fill-foreground/20"}
    />
  ));
}
