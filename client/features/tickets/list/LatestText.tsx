import type { Marks, TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Marked } from "../../../components/table/Marked.tsx";

type LatestTextProps = Pick<TicketRow, "latest" | "requester" | "hit"> & {
  /** It has a line of its own that must not be empty. */
  isLine?: boolean;
  className?: string;
};

/** One line: `You: The limit is gone since noon…`, or the part that matches a search. */
export function LatestText({ className, isLine = false, ...ticket }: LatestTextProps) {
  const words = (isLine ? wordsOfLine : latestWords)(ticket);
  if (!words) return null;
  const { by, text, marks } = words;
  // Truncated at the end of the text in its own direction.
  return (
    <span className={cn("flex overflow-hidden whitespace-pre text-left", className)}>
      {by && `${by}: `}
      <bdi className="truncate">
        <Marked text={text} marks={marks} />
      </bdi>
    </span>
  );
}

interface Words {
  by: string | null;
  text: string;
  marks?: Marks;
}

/** The latest message or the matching text of a search, with its author unless that is the requester. */
export function latestWords({
  latest,
  requester,
  hit,
}: Pick<TicketRow, "latest" | "requester" | "hit">): Words | null {
  if (hit?.message) {
    const { author, note, text, marks } = hit.message;
    const by = speaker({ author, note, mine: false }, requester.name);
    return { by, ...fromFirstMark(text, marks) };
  }
  if (hit?.file) return { by: "Attachment", text: hit.file.name, marks: hit.file.marks };
  if (!latest) return null;
  return { by: speaker(latest, requester.name), text: latest.text };
}

/** A placeholder for redacted messages, and for customers when the latest message is a note. */
export function wordsOfLine(ticket: Parameters<typeof latestWords>[0]): Words {
  return latestWords(ticket) ?? { by: null, text: "No messages to show" };
}

/** Cuts a long text so that it begins a few words before the match. */
function fromFirstMark(text: string, marks: Marks): { text: string; marks: Marks } {
  const [first] = marks[0] ?? [0];
  const cut = first > 24 ? text.lastIndexOf(" ", first - 12) + 1 : 0;
  if (cut === 0) return { text, marks };
  return {
    text: `…${text.slice(cut)}`,
    marks: marks.map(([start, end]) => [start - cut + 1, end - cut + 1]),
  };
}

type Said = Omit<NonNullable<TicketRow["latest"]>, "text">;

function speaker({ author, note, mine }: Said, requester: string): string | null {
  if (note) return "Note";
  if (mine) return "You";
  return author === requester ? null : firstName(author);
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
