import { useState } from "react";
import { backwards, daysOf } from "../../../shared/dashboard/days.ts";
import { periodNames, periods } from "../../../shared/dashboard/figures.ts";
import { FilterButton } from "../../components/filters/FilterMenu.tsx";
import { formatDate } from "../../components/format/format.ts";
import { Button } from "../../components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { TextField } from "../../components/ui/text-field.tsx";
import { useTimeZone } from "../../data/session/viewer.ts";
import { type FiltersProps, isBackwards, isDay } from "./audit-address.ts";

/** From one day to another, inclusive, in the reader's time zone. */
export function PeriodFilter({ list, change }: FiltersProps) {
  const [open, setOpen] = useState(false);
  const timeZone = useTimeZone();
  const { from, to } = list;
  const set = (patch: { from?: string | undefined; to?: string | undefined }) =>
    change({ ...patch, timeZone });
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton label="When" chosen={inWords(from, to)} />
      </PopoverTrigger>
      <PopoverContent aria-label="When" className="flex w-72 flex-col gap-3 pointer-coarse:w-82">
        <div className="grid grid-cols-2 gap-1.5">
          {periods.map((period) => (
            <Button
              key={period}
              size="sm"
              variant="outline"
              onClick={() => {
                set({ from: daysOf(period, new Date(), timeZone).from, to: undefined });
                setOpen(false);
              }}
            >
              {periodNames[period]}
            </Button>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-2">
          <Day label="From" value={from} max={to} onChange={(day) => set({ from: day })} />
          <Day label="To" value={to} min={from} onChange={(day) => set({ to: day })} />
        </div>
        {isBackwards(list) && (
          <p role="alert" className="text-danger-text text-xs">
            {backwards}
          </p>
        )}
        {(from || to) && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              set({ from: undefined, to: undefined });
              setOpen(false);
            }}
          >
            Any time
          </Button>
        )}
      </PopoverContent>
    </Popover>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value = "", min, max = "9999-12-31", onChange }: DayProps) {
  // A partly typed year would be a different valid day, so incomplete input is not applied.
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const isWhole = text === "" || isDay(text);
    setTyped(isWhole ? null : text);
    if (isWhole) onChange(text || undefined);
  };
  return (
    <TextField
      label={label}
      type="date"
      size="sm"
      min={min}
      max={max}
      value={typed ?? value}
      onType={type}
      onBlur={() => setTyped(null)}
    />
  );
}

function inWords(from: string | undefined, to: string | undefined): string | undefined {
  const shown = (day: string) => formatDate(`${day}T12:00:00Z`, "UTC");
  if (from && to) return from === to ? shown(from) : `${shown(from)} to ${shown(to)}`;
  if (from) return `since ${shown(from)}`;
  return to && `until ${shown(to)}`;
}
