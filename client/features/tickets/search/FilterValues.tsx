import { type ReactNode, useId, useState } from "react";
import { isStaff } from "../../../../shared/access.ts";
import { type OperatorName, operatorOf } from "../../../../shared/search/operators.ts";
import { printName } from "../../../../shared/search/print.ts";
import { parseQuery } from "../../../../shared/search/query.ts";
import { ticketPriorities, ticketStatuses } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { type Choice, ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { openHint } from "../../../components/pickers/open-hint.ts";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { PriorityMark } from "../../../components/ticket/PriorityMark.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { choiceWords, filterNames, timeWords } from "./filter-words.ts";

/** The values of one filter: a fixed list, times, or names to search for. */
export function FilterValues(props: ValuesProps) {
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const { takes } = operatorOf(language, props.operator);
  if (takes === "choice") return <FixedValues {...props} />;
  return takes === "time" ? <TimeValues {...props} /> : <NameValues {...props} />;
}

function FixedValues({ operator, chosen, onChoose }: ValuesProps) {
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const [text, setText] = useState("");
  const { choices = [] } = operatorOf(language, operator);
  const offered = choices
    .map((value) => ({ value, name: capital(choiceWords(operator, value)), lead: markOf(value) }))
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <ChoiceList
      label="Find a value"
      choices={offered}
      chosen={chosen}
      text={text}
      onText={setText}
      onChoose={(value) => value !== null && onChoose((now) => toggled(now, value))}
    />
  );
}

function markOf(value: string): ReactNode {
  const status = ticketStatuses.find((known) => known === value);
  if (status) return <StatusMark status={status} besideWord />;
  const priority = ticketPriorities.find((known) => known === value);
  return priority ? <PriorityMark priority={priority} besideWord /> : undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** People, companies, teams and tags, as the search box completes them. */
function NameValues({ operator, chosen, onChoose }: ValuesProps) {
  const { text, words, box } = usePickerSearch();
  const q = `${operator}:"${words.replaceAll('"', "")}`;
  const answer = trpc.tickets.complete.useQuery(
    { q, at: q.length },
    { ...patient, meta: { showsError: true } },
  );
  const special = ["me", "none"].filter((value) => answer.data && isOffered(operator, value));
  const found: Choice[] = (answer.data?.options ?? [])
    .filter(({ text }) => !special.includes(text))
    .map(({ text, label, says, count }) => ({
      value: text,
      name: label,
      hint: says || (count === null ? undefined : openHint(count)),
    }));
  const before: Choice[] = text.trim()
    ? []
    : [
        ...special.map((value) => ({ value, name: specialName(operator, value) })),
        ...chosen
          .filter((value) => !special.includes(value) && !found.some((one) => one.value === value))
          .map((value) => ({ value, name: value.replaceAll('"', "") })),
      ];
  return (
    <ChoiceList
      label={`Find ${filterNames[operator].toLowerCase()}`}
      choices={[...before, ...found]}
      chosen={chosen.map((value) => found.find((one) => isSame(one.value, value))?.value ?? value)}
      {...box(answer)}
      onChoose={(value) => {
        if (value === null) return;
        onChoose((now) => toggled(now, now.find((one) => isSame(value, one)) ?? value));
      }}
    />
  );
}

function isOffered(operator: ValuesProps["operator"], value: string): boolean {
  if (value === "me") return operator === "assignee" || operator === "requester";
  return operator !== "requester";
}

function specialName(operator: ValuesProps["operator"], value: string): string {
  if (value === "me") return "Me (the person viewing the list)";
  return operator === "assignee" ? "Unassigned" : "None";
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === printName(other.replaceAll('"', "")).toLowerCase();
}

const presets = ["today", "yesterday", ">-7d", ">-30d", "<-1d", "<-7d"];

/** Preset periods, or from one day to another. */
function TimeValues({ operator, chosen, onChoose }: ValuesProps) {
  const id = useId();
  const [from = "", to = ""] = daysIn(chosen);
  const [days, setDays] = useState({ from, to });
  const written = writeDays(days);
  return (
    <>
      <fieldset className="flex flex-col">
        <legend className="sr-only">Presets</legend>
        {presets.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.includes(value)}
            onClick={() => onChoose((now) => (now.includes(value) ? [] : [value]))}
            className={cn(
              "flex min-h-8 items-center rounded-md px-2 text-left hover:bg-accent pointer-coarse:min-h-11",
              chosen.includes(value) && "bg-selected font-medium",
            )}
          >
            {capital(wordsOf(operator, value))}
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
          Apply dates
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

export interface ValuesProps {
  operator: OperatorName;
  /** As written in the query. */
  chosen: readonly string[];
  /** Given the current values: clicks can be faster than rendering. */
  onChoose: (next: (now: readonly string[]) => readonly string[]) => void;
}

function toggled(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}
