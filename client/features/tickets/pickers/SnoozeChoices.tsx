import { AlarmClockOff } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { daysLater, fromWallTime, toWallTime } from "../../../../shared/local-time.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { shortMoment, snoozeChoices } from "../snooze-times.ts";

interface SnoozeChoicesProps {
  snoozedUntil: string | null;
  onChoose: (until: string | null) => void;
}

/** Preset times and a date picker. */
export function SnoozeChoices({ snoozedUntil, onChoose }: SnoozeChoicesProps) {
  const timeZone = useTimeZone();
  const [now] = useState(Date.now);
  const choose = (until: number) => onChoose(new Date(until).toISOString());
  return (
    <>
      <ul className="flex flex-col" onKeyDown={moveByArrows}>
        {snoozeChoices(now, timeZone).map(({ name, until }) => (
          <li key={name}>
            <Button
              variant="ghost"
              className="w-full justify-between text-foreground outline-offset-[-2px]"
              onClick={() => choose(until)}
            >
              {name}
              <span className="font-normal text-faint text-xs tabular-nums">
                {shortMoment(until, now, timeZone)}
              </span>
            </Button>
          </li>
        ))}
        {snoozedUntil && (
          <li>
            <Button
              variant="ghost"
              className="w-full justify-start text-foreground outline-offset-[-2px]"
              onClick={() => onChoose(null)}
            >
              <AlarmClockOff />
              End snooze now
            </Button>
          </li>
        )}
      </ul>
      <CustomTime now={now} timeZone={timeZone} onChoose={choose} />
    </>
  );
}

/** Arrow keys move through the presets, as in other lists. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const moments = [...event.currentTarget.querySelectorAll("button")];
  const at = moments.findIndex((moment) => moment.matches(":focus"));
  moments.at((at + step) % moments.length)?.focus();
}

interface CustomTimeProps {
  now: number;
  timeZone: string;
  onChoose: (until: number) => void;
}

function CustomTime({ now, timeZone, onChoose }: CustomTimeProps) {
  const id = useId();
  const [wall, setWall] = useState(() => daysLater(toWallTime(now, timeZone), 2, "09:00"));
  const until = fromWallTime(wall, timeZone);
  const isPast = until !== null && until <= Date.now();
  return (
    <form
      className="mt-2 flex flex-col gap-1.5 border-t px-1 pt-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (until !== null && !isPast) onChoose(until);
      }}
    >
      <Label htmlFor={id}>Pick date and time</Label>
      <div className="flex flex-col gap-2">
        <Input
          id={id}
          type="datetime-local"
          size="sm"
          min={toWallTime(now, timeZone)}
          value={wall}
          aria-invalid={isPast || undefined}
          aria-describedby={isPast ? `${id}-error` : undefined}
          onChange={(event) => setWall(event.target.value)}
        />
        <Button type="submit" size="sm" disabled={until === null || isPast}>
          Snooze
        </Button>
      </div>
      {isPast && (
        <p id={`${id}-error`} className="text-danger-text text-xs">
          This time is in the past.
        </p>
      )}
    </form>
  );
}
