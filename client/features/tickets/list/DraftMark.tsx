import { PencilLine } from "lucide-react";
import { cn } from "../../../components/cn.ts";
import { useIsBegun } from "./begun-drafts.ts";

/** Of a ticket in which the reader has begun to write. */
export function DraftMark({ ticketId, className }: { ticketId: string; className?: string }) {
  if (!useIsBegun(ticketId)) return null;
  return (
    <span
      data-hint="You have begun to write here"
      className={cn(
        "inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-muted-foreground text-xs",
        className,
      )}
    >
      <PencilLine className="size-3" />
      Draft
      <span className="sr-only">, begun by you and not sent</span>
    </span>
  );
}
