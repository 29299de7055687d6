import { type CompanyState, companyStates } from "../../../shared/companies.ts";
import {
  type FilterChoicesProps,
  FilterMenu,
  FilterPopover,
} from "../../components/filters/FilterMenu.tsx";
import { type Choice, ChoiceList } from "../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../components/pickers/use-picker-search.ts";
import { trpc } from "../../data/trpc.ts";
import { type CompanyList, companyStateNames, none } from "./company-list.ts";

interface CompanyFiltersProps {
  list: CompanyList;
  change: (patch: Partial<CompanyList>) => void;
}

const states = companyStates.map((state): { value: CompanyState; name: string } => ({
  value: state,
  name: companyStateNames[state],
}));

export function CompanyFilters({ list: { state, agent, domain }, change }: CompanyFiltersProps) {
  return (
    <>
      <FilterMenu
        label="State"
        any="Any state"
        value={state}
        choices={states}
        onChange={(state) => change({ state })}
      />
      <AgentFilter value={agent} onChange={(agent) => change({ agent })} />
      <DomainFilter value={domain} onChange={(domain) => change({ domain })} />
    </>
  );
}

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function AgentFilter({ value, onChange }: FilterProps) {
  const name = useAgentName(value);
  return (
    <FilterPopover
      label="Agent"
      chosen={value && (value === none ? "None" : (name ?? "…"))}
      onChange={onChange}
    >
      {(choose) => <AgentFilterChoices value={value} onChoose={choose} />}
    </FilterPopover>
  );
}

function AgentFilterChoices({ value, onChoose }: FilterChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const agents = trpc.companies.pickAgents.useQuery({ search: words || undefined }, patient);
  const found = (agents.data ?? []).map(({ id, name, hint }) => ({ value: id, name, hint }));
  return (
    <ChoiceList
      label="Find an agent"
      choices={text.trim() ? found : [...withoutChoice("Any agent", "No agent"), ...found]}
      chosen={value ?? null}
      {...box(agents)}
      onChoose={onChoose}
    />
  );
}

function DomainFilter({ value, onChange }: FilterProps) {
  return (
    <FilterPopover label="Domain" chosen={value === none ? "None" : value} onChange={onChange}>
      {(choose) => <DomainFilterChoices value={value} onChoose={choose} />}
    </FilterPopover>
  );
}

function DomainFilterChoices({ value, onChoose }: FilterChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const domains = trpc.companies.pickDomains.useQuery({ search: words || undefined }, patient);
  const found = (domains.data ?? []).map((domain) => ({ value: domain, name: domain }));
  return (
    <ChoiceList
      label="Find an email domain"
      choices={text.trim() ? found : [...withoutChoice("Any domain", "No domain"), ...found]}
      chosen={value ?? null}
      {...box(domains)}
      onChoose={onChoose}
    />
  );
}

function withoutChoice(any: string, nothing: string): Choice[] {
  return [
    { value: null, name: any },
    { value: none, name: nothing },
  ];
}

/** The name of an agent whose id is in the address. */
function useAgentName(id: string | undefined): string | undefined {
  const known = id !== undefined && id !== none;
  const agents = trpc.companies.pickAgents.useQuery({ only: id }, { enabled: known });
  return agents.data?.[0]?.name;
}
