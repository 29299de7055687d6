import { formatDate } from "../../../components/format/format.ts";
import { formatDay, formatWholeDay } from "../../../components/format/format-day.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";

export function DayRule({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const words = formatDay(at, now, timeZone);
  // On paper `Yesterday` is soon another day.
  const date = /\d/.test(words) ? undefined : `, ${formatDate(at, timeZone)}`;
  return (
    <p className="flex items-center gap-3 py-2 text-faint text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      <time
        dateTime={at}
        data-hint={formatWholeDay(at, timeZone)}
        data-date={date}
        className="print:after:content-[attr(data-date)]"
      >
        {words}
      </time>
    </p>
  );
}

/** The page opens here where somebody wrote since it was last looked at. */
export function NewLine() {
  return (
    <p className="flex items-center gap-3 py-2 font-medium text-info text-xs before:h-px before:flex-1 before:bg-info/50 after:h-px after:flex-1 after:bg-info/50">
      New
    </p>
  );
}
