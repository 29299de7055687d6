import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { ChoiceList } from "../pickers/ChoiceList.tsx";
import type { usePickerSearch } from "../pickers/use-picker-search.ts";
import { type Named, whoeverUsesIt } from "./macro-values.ts";

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

/** What a macro sets to somebody or something found by its name. */
export function MacroPicker(props: Props) {
  const { label, listLabel, value, error, choices, lead, box, onChoose } = props;
  const [open, setOpen] = useState(false);
  const isPerson = ({ id }: Named) => id !== noChange.id && id !== whoeverUsesIt.id;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Popover
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            if (next) box.onText("");
          }}
        >
          <PopoverTrigger asChild>
            <Button
              {...control}
              variant="outline"
              size="lg"
              className="w-full justify-between px-2.5 font-normal"
            >
              <span dir="auto" className="truncate">
                {(value ?? noChange).name}
              </span>
              <ChevronDown className="text-muted-foreground" />
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label={label} className="w-72 p-2">
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
                setOpen(false);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Field>
  );
}
