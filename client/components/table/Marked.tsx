import type { Marks } from "../../../shared/tickets/vocabulary.ts";

/** A text with the searched words marked in it. */
export function Marked({ text, marks }: { text: string; marks: Marks | undefined }) {
  if (!marks || marks.length === 0) return text;
  return marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
    ...(index === marks.length - 1 ? [text.slice(end)] : []),
  ]);
}
