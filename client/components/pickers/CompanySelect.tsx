import type { ReactNode } from "react";
import type { CompanyRef } from "../../../shared/users.ts";
import { Field } from "../ui/field.tsx";
import { CompanyChoices } from "./CompanyChoices.tsx";
import { PickButton } from "./PickButton.tsx";

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
