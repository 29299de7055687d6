import { Plus } from "lucide-react";
import { type ComponentType, useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";

interface Person {
  id: string;
  name: string;
}

interface ChoicesProps {
  companyId: string;
  /** Known to belong there already. */
  without?: readonly Person[];
  onChoose: (person: Person) => void;
}

interface AddPersonProps extends ChoicesProps {
  label: string;
  choices: ComponentType<ChoicesProps>;
}

/** The plus of a section: opens the people who can be added. */
export function AddPerson({ label, choices: Choices, onChoose, ...rest }: AddPersonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label={label} size="icon-xs">
          <Plus />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="end" className="w-72 p-2">
        <Choices
          {...rest}
          onChoose={(person) => {
            setOpen(false);
            onChoose(person);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
