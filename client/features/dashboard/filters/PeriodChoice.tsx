import { Calendar } from "lucide-react";
import { type FormEvent, useState } from "react";
import { backwards, daysOf, lengthOf, rangeFrom } from "../../../../shared/dashboard/days.ts";
import { longestRange, periodNames, periods } from "../../../../shared/dashboard/figures.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { rangeName } from "../day-names.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { FilterTrigger } from "./FilterTrigger.tsx";

/** The last so many days, or from one day to another. */
export function PeriodChoice({ dashboard }: { dashboard: Dashboard }) {
  const [open, setOpen] = useState(false);
  const { view, change, today } = dashboard;
  const choose = (range: typeof view.range) => {
    change({ range });
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterTrigger
          icon={Calendar}
          label="Period"
          text={rangeName(view.range, today)}
          isNarrowed={false}
        />
      </PopoverTrigger>
      <PopoverContent
        aria-label="Period"
        align="end"
        className="flex w-72 flex-col gap-3 pointer-coarse:w-82"
      >
        <div className="grid grid-cols-2 gap-1.5">
          {periods.map((period) => (
            <Button
              key={period}
              size="sm"
              variant="outline"
              aria-pressed={view.range === period}
              className={cn(
                view.range === period && "border-primary/50 bg-selected dark:bg-selected",
              )}
              onClick={() => choose(period)}
            >
              {periodNames[period]}
            </Button>
          ))}
        </div>
        <OwnRange dashboard={dashboard} onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}

interface OwnRangeProps {
  dashboard: Dashboard;
  onChoose: (range: { from: string; to: string }) => void;
}

function OwnRange({ dashboard: { view, today, timeZone }, onChoose }: OwnRangeProps) {
  const [days, setDays] = useState(() => daysOf(view.range, new Date(), timeZone));
  const [asked, setAsked] = useState(false);
  const range = rangeFrom(days.from, days.to);
  const isWhole = days.from !== "" && days.to !== "";
  const wrong = isWhole
    ? wrongWith(days, today)
    : asked
      ? "Choose the first and the last day."
      : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (range && !wrong) onChoose(range);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 border-t pt-3">
      <div className="grid grid-cols-2 gap-2">
        {(["from", "to"] as const).map((end) => (
          <Field key={end} label={end === "from" ? "From" : "To"}>
            {(control) => (
              <Input
                {...control}
                type="date"
                size="sm"
                max={today}
                value={days[end]}
                onChange={({ target }) => setDays({ ...days, [end]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {wrong && (
        <p role="alert" className="text-danger-text text-xs">
          {wrong}
        </p>
      )}
      <Button size="sm" type="submit">
        Show these days
      </Button>
    </form>
  );
}

function wrongWith({ from, to }: { from: string; to: string }, today: string): string | null {
  if (from > to) return backwards;
  if (from > today) return "These days are in the future.";
  if (lengthOf({ from, to }) > longestRange) return `Choose at most ${longestRange} days.`;
  return null;
}
