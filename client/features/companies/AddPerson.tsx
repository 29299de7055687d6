import { Plus } from "lucide-react";
import { type ComponentType, useState } from "react";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";

interface Person {
  id: string;
  name: string;
}

interface ChoicesProps {
  companyId: string;
  /** People who already belong to the company. */
  without?: readonly Person[];
  onChoose: (person: Person) => void;
  /** Offers to create a new user with the text as typed. */
  onNew?: ((typed: string) => void) | undefined;
}

interface AddPersonProps extends ChoicesProps {
  label: string;
  choices: ComponentType<ChoicesProps>;
}

/** The add button of a section. It opens the list of people who can be added. */
export function AddPerson({ label, choices: Choices, onChoose, onNew, ...rest }: AddPersonProps) {
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
          onNew={
            onNew &&
            ((typed) => {
              setOpen(false);
              onNew(typed);
            })
          }
        />
      </PopoverContent>
    </Popover>
  );
}
