import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { FilterButton } from "./FilterButton.tsx";

interface FilterMenuProps<T extends string> {
  label: string;
  /** The label for no filter. */
  any: string;
  value: T | undefined;
  choices: readonly { value: T; name: string }[];
  onChange: (value: T | undefined) => void;
}

/** A filter with a few fixed values. */
export function FilterMenu<T extends string>(props: FilterMenuProps<T>) {
  const { label, any, value, choices, onChange } = props;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <FilterButton label={label} chosen={chosen?.name} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuRadioGroup
          aria-label={label}
          value={value ?? ""}
          onValueChange={(next) => onChange(choices.find((choice) => choice.value === next)?.value)}
        >
          <DropdownMenuRadioItem value="">{any}</DropdownMenuRadioItem>
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice.value} value={choice.value}>
              {choice.name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
