import type { CompanyRef } from "../../../shared/users.ts";
import { trpc } from "../../data/trpc.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { fits } from "./fits.ts";
import { patient, usePickerSearch } from "./use-picker-search.ts";

interface CompanyChoicesProps {
  chosen?: string | null | undefined;
  /** The label for no company, where that is allowed. */
  none?: string;
  /** An additional choice that is not a company. */
  also?: CompanyRef;
  /** Ids to leave out. */
  without?: readonly string[];
  onChoose: (company: CompanyRef | null) => void;
}

/** Chooses a company, found by typing. */
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
