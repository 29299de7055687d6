import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Marked } from "../../../components/list/Marked.tsx";
import { latestWords, wordsOfLine } from "./latest-words.ts";

type LatestTextProps = Pick<TicketRow, "latest" | "requester" | "hit"> & {
  /** It has a line of its own, which would else be empty. */
  isLine?: boolean;
  className?: string;
};

/** One line: `You: The limit is gone since noon…`, or the piece that was searched for. */
export function LatestText({ className, isLine = false, ...ticket }: LatestTextProps) {
  const words = (isLine ? wordsOfLine : latestWords)(ticket);
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
