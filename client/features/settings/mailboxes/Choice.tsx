import type { ControlProps } from "../../../components/ui/field.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";

interface ChoiceProps<Value extends string> {
  control: ControlProps;
  value: Value;
  choices: readonly Value[];
  names: Readonly<Record<Value, string>>;
  className?: string;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { control, value, choices, names, className, onChange } = props;
  return (
    <Select value={value} onValueChange={(next) => onChange(next as Value)}>
      <SelectTrigger {...control} className={className} />
      <SelectContent>
        {choices.map((choice) => (
          <SelectItem key={choice} value={choice}>
            {names[choice]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
