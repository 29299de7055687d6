import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../lib/cn.ts";
import { Marked } from "../../parts/list/Marked.tsx";
import { latestWords } from "./latest-words.ts";

type LatestTextProps = Pick<TicketRow, "latest" | "requester" | "hit"> & { className?: string };

/** One line: `You: The limit is gone since noon…`, or the piece that was searched for. */
export function LatestText({ className, ...ticket }: LatestTextProps) {
  const words = latestWords(ticket);
  if (!words) return null;
  const text = <Marked text={words.text} marks={words.marks} />;
  if (!words.by) {
    return (
      <span dir="auto" className={cn("truncate text-left", className)}>
        {text}
      </span>
    );
  }
  // What is said is cut at its own end, whichever way it reads.
  return (
    <span className={cn("flex overflow-hidden whitespace-pre text-left", className)}>
      <span className="max-w-1/2 shrink-0 overflow-hidden text-ellipsis">{`${words.by}: `}</span>
      <bdi className="truncate">{text}</bdi>
    </span>
  );
}
