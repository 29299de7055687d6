import { Moon } from "lucide-react";
import { formatExact } from "../../components/format/format.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";
import { shortMoment } from "./snooze-times.ts";

export function SnoozedUntil({ until }: { until: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <time
      dateTime={until}
      data-hint={`Snoozed until ${formatExact(until, timeZone)}`}
      className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle tabular-nums"
    >
      <Moon className="size-3.5" />
      <span className="sr-only">Snoozed until </span>
      {shortMoment(Date.parse(until), now, timeZone)}
    </time>
  );
}
