import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";
import { cn } from "../cn.ts";
import {
  formatAgo,
  formatAgoInSentence,
  formatDate,
  formatExact,
  shortDate,
} from "../format/format.ts";

interface TimeAgoProps {
  at: string;
  /** In a sentence or next to a name: `4 min ago`. */
  said?: boolean;
  className?: string;
}

/** Relative within a week, then a date; the exact time on hover. */
export function TimeAgo({ at, said = false, className }: TimeAgoProps) {
  const timeZone = useTimeZone();
  const format = said ? formatAgoInSentence : formatAgo;
  return <Time at={at} className={className} words={format(at, useNow(), timeZone)} />;
}

/** The day, where the age does not matter. */
export function Day({ at }: { at: string }) {
  return <Time at={at} words={formatDate(at, useTimeZone())} />;
}

/** The same, abbreviated. */
export function ShortDay({ at }: { at: string }) {
  return <Time at={at} words={shortDate(at, useNow(), useTimeZone())} />;
}

interface TimeProps {
  at: string;
  words: string;
  className?: string | undefined;
}

export function Time({ at, words, className }: TimeProps) {
  return (
    <time
      dateTime={at}
      data-hint={formatExact(at, useTimeZone())}
      className={cn("whitespace-nowrap tabular-nums", className)}
    >
      {words}
    </time>
  );
}
