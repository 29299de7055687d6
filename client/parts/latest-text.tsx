import type { TicketRow } from "../../shared/tickets.ts";
import { cn } from "../lib/cn.ts";
import { latestWords } from "./latest-words.ts";

type LatestTextProps = Pick<TicketRow, "latest" | "requester"> & { className?: string };

/** One line: `You: The limit is gone since noon…` */
export function LatestText({ latest, requester, className }: LatestTextProps) {
  const words = latestWords({ latest, requester });
  if (!words) return null;
  return (
    <span dir={words.by ? undefined : "auto"} className={cn("truncate text-left", className)}>
      {words.by && `${words.by}: `}
      {words.by ? <bdi>{words.text}</bdi> : words.text}
    </span>
  );
}
