import type { CompanyRef } from "../../../shared/users.ts";
import { trpc } from "../../lib/trpc.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { patient, usePickerSearch } from "./use-picker-search.ts";

interface CompanyChoicesProps {
  chosen?: string | null | undefined;
  /** The words for none of them, where that is a choice. */
  none?: string;
  /** Not offered. */
  without?: readonly string[];
  onChoose: (company: CompanyRef | null) => void;
}

/** One of all companies, found by typing. */
export function CompanyChoices(props: CompanyChoicesProps) {
  const { chosen = null, none, without = [], onChoose } = props;
  const { text, words, box } = usePickerSearch();
  const options = trpc.companies.options.useQuery({ search: words || undefined }, patient);
  const companies = (options.data?.companies ?? []).filter(({ id }) => !without.includes(id));
  const found = companies.map(({ id, name }) => ({ value: id, name }));
  const ahead = none !== undefined && !text.trim() ? [{ value: null, name: none }] : [];
  return (
    <ChoiceList
      {...box(options)}
      label="Find a company"
      choices={[...ahead, ...found]}
      chosen={chosen}
      onChoose={(id) => {
        const company = companies.find((each) => each.id === id);
        onChoose(company ? { id: company.id, name: company.name } : null);
      }}
    />
  );
}
