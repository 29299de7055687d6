import { keepPreviousData } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { filterTerm, filterWord } from "../../../../shared/dashboard/drill.ts";
import type { DashboardFilters } from "../../../../shared/dashboard/figures.ts";
import { type Choice, ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { openHint } from "../../../components/pickers/open-hint.ts";
import { useSearchText } from "../../../components/pickers/use-picker-search.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { trpc } from "../../../data/trpc.ts";
import { FilterTrigger } from "./FilterTrigger.tsx";

export interface FilterKind {
  filter: keyof DashboardFilters;
  icon: LucideIcon;
  label: string;
  /** The label for no filter. */
  any: string;
  /** The label for tickets without a value. */
  none: string;
}

interface NameFilterProps {
  kind: FilterKind;
  value: string | undefined;
  /** The name of the value, once loaded. */
  name: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters by a company, team, agent or tag, by its name in the search language. */
export function NameFilter({ kind, value, name, onChange }: NameFilterProps) {
  const [open, setOpen] = useState(false);
  const { label, any, icon } = kind;
  const choose = (chosen: string | null) => {
    onChange(chosen ?? undefined);
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterTrigger
          icon={icon}
          label={label}
          text={value === undefined ? any : nameOf(kind, value, name)}
          isNarrowed={value !== undefined}
        />
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="end" className="w-72 p-2">
        <Names kind={kind} value={value} onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}

interface NamesProps {
  kind: FilterKind;
  value: string | undefined;
  onChoose: (value: string | null) => void;
}

function Names({ kind, value, onChoose }: NamesProps) {
  const { filter, label, any, none } = kind;
  const [search, setSearch] = useState("");
  const [text, setText] = useSearchText(search, setSearch);
  const term = filterTerm(filter, null);
  const operator = term.kind === "operator" ? term.operator : "company";
  const q = `${operator}:"${search.replaceAll('"', "")}`;
  const answer = trpc.tickets.complete.useQuery(
    { q, at: q.length },
    { placeholderData: keepPreviousData, meta: { showsError: true } },
  );
  const found = (answer.data?.options ?? [])
    .filter(({ text }) => text !== "me" && text !== "none")
    .map(
      ({ text, label, says, count }): Choice => ({
        value: filterWord(unquoted(text)),
        name: label,
        hint: says || (count === null ? undefined : openHint(count)),
      }),
    );
  const before: Choice[] = [
    { value: null, name: any },
    ...(filter === "agent" ? [{ value: "me", name: "Me" }] : []),
    { value: "none", name: none },
  ];
  return (
    <ChoiceList
      label={`Find ${label.toLowerCase()}`}
      choices={search ? found : [...before, ...found]}
      chosen={value ?? null}
      text={text}
      onText={setText}
      onChoose={onChoose}
      isWaiting={answer.isPending}
    />
  );
}

function nameOf({ filter, none }: FilterKind, value: string, name: string | undefined): string {
  if (/^none$/i.test(value)) return none;
  if (filter === "agent" && /^me$/i.test(value)) return "Me";
  return name ?? unquoted(value);
}

/** A quotation mark inside quotes is doubled. */
function unquoted(text: string): string {
  const [, inside] = /^"(.*)"$/.exec(text) ?? [];
  return inside?.replaceAll('""', '"') ?? text;
}
