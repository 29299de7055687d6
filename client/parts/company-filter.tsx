import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../lib/trpc.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { FilterButton } from "./filter-button.tsx";
import { useSearchText } from "./use-search-text.ts";

interface CompanyFilterProps {
  value: string | undefined;
  /** The chosen company's name, where the page knows it already. */
  name: string | undefined;
  onChange: (companyId: string | undefined) => void;
}

/** One of all companies, found by typing. */
export function CompanyFilter({ value, name: known, onChange }: CompanyFilterProps) {
  const [open, setOpen] = useState(false);
  const name = useCompanyName(known ? undefined : value) ?? known;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton label="Company" chosen={value && (name ?? "…")} />
      </PopoverTrigger>
      <PopoverContent aria-label="Company" className="w-64 p-2">
        <Companies
          value={value}
          onChoose={(companyId) => {
            onChange(companyId);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function Companies({
  value,
  onChoose,
}: {
  value: string | undefined;
  onChoose: (companyId: string | undefined) => void;
}) {
  const [search, setSearch] = useState("");
  const [text, setText] = useSearchText(search, setSearch);
  const words = search.trim() || undefined;
  const options = trpc.companies.options.useQuery(
    { search: words },
    { placeholderData: keepPreviousData },
  );
  const found = (options.data?.companies ?? []).map(({ id, name }) => ({ value: id, name }));
  return (
    <ChoiceList
      label="Find a company"
      choices={words ? found : [{ value: null, name: "Any company" }, ...found]}
      chosen={value ?? null}
      text={text}
      onText={setText}
      onChoose={(id) => onChoose(id ?? undefined)}
      isWaiting={options.isPending}
    />
  );
}

/** The name of a company whose id came with the address. */
function useCompanyName(id: string | undefined): string | undefined {
  const options = trpc.companies.options.useQuery({}, { enabled: id !== undefined });
  return options.data?.companies.find((company) => company.id === id)?.name;
}
