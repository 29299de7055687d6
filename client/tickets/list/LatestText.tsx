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
  return (
    <span dir={words.by ? undefined : "auto"} className={cn("truncate text-left", className)}>
      {words.by && `${words.by}: `}
      {words.by ? <bdi>{text}</bdi> : text}
    </span>
  );
}
