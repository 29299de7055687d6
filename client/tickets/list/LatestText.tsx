import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../lib/cn.ts";
import { Marked } from "../../parts/list/Marked.tsx";
import { latestWords } from "./latest-words.ts";

type LatestTextProps = Pick<TicketRow, "latest" | "requester" | "hit"> & { className?: string };

/** One line: `You: The limit is gone since noon…`, or the piece that was searched for. */
export function LatestText({ className, ...ticket }: LatestTextProps) {
  const words = latestWords(ticket);
  if (!words) return null;
  const { by, text, marks } = words;
  // Cut at its own end, whichever way it reads.
  return (
    <span className={cn("flex overflow-hidden whitespace-pre text-left", className)}>
      {by && `${by}: `}
      <bdi className="truncate">
        <Marked text={text} marks={marks} />
      </bdi>
    </span>
  );
}
