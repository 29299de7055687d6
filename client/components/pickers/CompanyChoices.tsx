import type { CompanyRef } from "../../../shared/users.ts";
import { trpc } from "../../data/trpc.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { fits } from "./fits.ts";
import { patient, usePickerSearch } from "./use-picker-search.ts";

interface CompanyChoicesProps {
  chosen?: string | null | undefined;
  /** The words for none of them, where that is a choice. */
  none?: string;
  /** Another choice that is no company. */
  also?: CompanyRef;
  /** Not offered. */
  without?: readonly string[];
  onChoose: (company: CompanyRef | null) => void;
}

/** One of all companies, found by typing. */
export function CompanyChoices(props: CompanyChoicesProps) {
  const { chosen = null, none, also, without = [], onChoose } = props;
  const { text, words, box } = usePickerSearch();
  const options = trpc.companies.options.useQuery({ search: words || undefined }, patient);
  const companies = (options.data?.companies ?? []).filter(({ id }) => !without.includes(id));
  const offered = also && fits(text, also.name) ? [also, ...companies] : companies;
  const found = offered.map(({ id, name }) => ({ value: id, name }));
  const ahead = none !== undefined && !text.trim() ? [{ value: null, name: none }] : [];
  return (
    <ChoiceList
      {...box(options)}
      label="Find a company"
      choices={[...ahead, ...found]}
      chosen={chosen}
      onChoose={(id) => {
        const company = offered.find((each) => each.id === id);
        onChoose(company ? { id: company.id, name: company.name } : null);
      }}
    />
  );
}
