import { useId, useState } from "react";
import { parseQuery } from "../../../../shared/search/query.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { Label } from "../../../components/ui/label.tsx";
import type { ValuesProps } from "./filter-values.ts";
import { timeWords } from "./filter-words.ts";

const usual = ["today", "yesterday", ">-7d", ">-30d", "<-1d", "<-7d"];

/** A usual stretch of time, or from one day to another. */
export function TimeValues({ operator, chosen, onChoose }: ValuesProps) {
  const id = useId();
  const [from = "", to = ""] = daysIn(chosen);
  const [days, setDays] = useState({ from, to });
  const written = writeDays(days);
  return (
    <>
      <fieldset className="flex flex-col">
        <legend className="sr-only">Usual times</legend>
        {usual.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.includes(value)}
            onClick={() => onChoose((now) => (now.includes(value) ? [] : [value]))}
            className={cn(
              "flex min-h-8 items-center rounded-md px-2 text-left first-letter:uppercase hover:bg-accent pointer-coarse:min-h-11",
              chosen.includes(value) && "bg-selected font-medium",
            )}
          >
            {wordsOf(operator, value)}
          </button>
        ))}
      </fieldset>
      <form
        className="mt-1.5 flex flex-col gap-1.5 border-t px-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (written) onChoose(() => [written]);
        }}
      >
        {(["from", "to"] as const).map((end) => (
          <div key={end} className="flex items-center gap-2">
            <Label htmlFor={`${id}-${end}`} className="w-10 font-normal text-muted-foreground">
              {end === "from" ? "From" : "To"}
            </Label>
            <Input
              id={`${id}-${end}`}
              type="date"
              size="sm"
              max="9999-12-31"
              value={days[end]}
              onChange={(event) => setDays({ ...days, [end]: event.target.value })}
            />
          </div>
        ))}
        <Button type="submit" variant="outline" size="sm" disabled={written === null}>
          Show these days
        </Button>
      </form>
    </>
  );
}

function wordsOf(operator: ValuesProps["operator"], value: string): string {
  const [term] = parseQuery(`${operator}:${value}`, "staff").terms;
  const said = term?.kind === "operator" ? term.values[0] : undefined;
  return said?.kind === "time" ? timeWords(said.test) : value;
}

function daysIn(chosen: readonly string[]): string[] {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(chosen[0] ?? "") ?? [];
  if (from && to) return [from, to];
  const [, sign, day] = /^(>=|<=)(\d{4}-\d\d-\d\d)$/.exec(chosen[0] ?? "") ?? [];
  return sign === ">=" ? [day ?? ""] : ["", day ?? ""];
}

function writeDays({ from, to }: { from: string; to: string }): string | null {
  if (from && to) return from <= to ? `${from}..${to}` : `${to}..${from}`;
  if (from) return `>=${from}`;
  return to ? `<=${to}` : null;
}
