import type { ReactNode } from "react";
import { ChoiceList } from "../pickers/ChoiceList.tsx";
import { PickButton } from "../pickers/PickButton.tsx";
import type { usePickerSearch } from "../pickers/use-picker-search.ts";
import { Field } from "../ui/field.tsx";
import { macroUser, type Named } from "./macro-values.ts";

export interface MacroPickerProps {
  value: Named | null;
  error?: string | undefined;
  onChoose: (value: Named | null) => void;
}

export const noChange: Named = { id: "", name: "No change" };

interface Props extends MacroPickerProps {
  label: string;
  listLabel: string;
  choices: readonly Named[];
  lead?: (choice: Named) => ReactNode;
  box: ReturnType<ReturnType<typeof usePickerSearch>["box"]>;
}

/** Chooses a person or team that a macro sets, found by name. */
export function MacroPicker(props: Props) {
  const { label, listLabel, value, error, choices, lead, box, onChoose } = props;
  const isPerson = ({ id }: Named) => id !== noChange.id && id !== macroUser.id;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <PickButton
          control={control}
          label={label}
          shown={<bdi>{(value ?? noChange).name}</bdi>}
          isChosen
          onOpen={() => box.onText("")}
          className="w-72"
        >
          {(close) => (
            <ChoiceList
              label={listLabel}
              choices={choices.map((choice) => ({
                value: choice.id,
                name: choice.name,
                lead: isPerson(choice) ? lead?.(choice) : undefined,
              }))}
              chosen={value?.id ?? noChange.id}
              {...box}
              onChoose={(id) => {
                const chosen = choices.find((choice) => choice.id === id) ?? noChange;
                onChoose(chosen.id === noChange.id ? null : chosen);
                close();
              }}
            />
          )}
        </PickButton>
      )}
    </Field>
  );
}
