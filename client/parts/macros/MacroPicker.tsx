import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { ChoiceList } from "../pickers/choice-list.tsx";
import { patient, usePickerSearch } from "../pickers/use-picker-search.ts";
import { type Named, whoeverUsesIt } from "./macro-values.ts";

interface MacroPickerProps {
  value: Named | null;
  error?: string | undefined;
  onChoose: (value: Named | null) => void;
}

const noChange: Named = { id: "", name: "No change" };

/** Whom a macro assigns: somebody, or whoever uses it. */
export function AssigneePicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.assignees.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  return (
    <Picker
      {...props}
      label="Assignee"
      listLabel="Find a colleague"
      choices={[...(text.trim() === "" ? [noChange, whoeverUsesIt] : []), ...people]}
      lead={({ id, name }) => <Avatar id={id} name={name} size="xs" />}
      box={box(found)}
    />
  );
}

/** The team that a macro gives the ticket to. */
export function TeamPicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.teams.useQuery({ search: words }, patient);
  return (
    <Picker
      {...props}
      label="Team"
      listLabel="Find a team"
      choices={[...(text.trim() === "" ? [noChange] : []), ...(found.data ?? [])]}
      box={box(found)}
    />
  );
}

interface PickerProps extends MacroPickerProps {
  label: string;
  listLabel: string;
  choices: readonly Named[];
  lead?: (choice: Named) => React.ReactNode;
  box: ReturnType<ReturnType<typeof usePickerSearch>["box"]>;
}

function Picker(props: PickerProps) {
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
