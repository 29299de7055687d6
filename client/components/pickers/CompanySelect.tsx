import type { ReactNode } from "react";
import type { CompanyRef } from "../../../shared/users.ts";
import { trpc } from "../../data/trpc.ts";
import { Field } from "../ui/field.tsx";
import { ChoiceList } from "./ChoiceList.tsx";
import { fits } from "./fits.ts";
import { PickButton } from "./PickButton.tsx";
import { patient, usePickerSearch } from "./use-picker-search.ts";

interface CompanySelectProps {
  label?: string;
  value: CompanyRef | null;
  onChange: (company: CompanyRef | null) => void;
  /** The label for no company, where that is allowed. */
  none?: string;
  /** Ids to leave out. */
  without?: readonly string[];
  hint?: string;
  error?: ReactNode;
  disabled?: boolean;
  /** Gets the initial focus of a dialog. */
  isFirst?: boolean;
}

/** A field for one company, found by typing. */
export function CompanySelect(props: CompanySelectProps) {
  const { label = "Company", value, onChange, none, without, hint, error, ...button } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <PickButton
          {...button}
          control={control}
          label={label}
          shown={<bdi>{value?.name ?? none ?? "Choose a company"}</bdi>}
          isChosen={value !== null}
          className="w-(--radix-popover-trigger-width) min-w-60"
        >
          {(close) => (
            <CompanyChoices
              none={none}
              without={without}
              chosen={value?.id}
              onChoose={(company) => {
                onChange(company);
                close();
              }}
            />
          )}
        </PickButton>
      )}
    </Field>
  );
}

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
