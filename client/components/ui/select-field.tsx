import type { ReactNode } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "./select.tsx";

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, "aside" | "children"> {
  /** Null shows the placeholder. */
  value: Value | null;
  options: readonly Value[];
  nameOf: (value: Value) => ReactNode;
  onChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  inputClassName?: string;
}

/** A labelled choice of one of a few values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, nameOf, onChange, placeholder, disabled, inputClassName, ...field } =
    props;
  const choose = (next: string) => {
    const chosen = options.find((option) => option === next);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Field {...field}>
      {(control) => (
        <Select value={value ?? ""} disabled={disabled} onValueChange={choose}>
          <SelectTrigger {...control} placeholder={placeholder} className={inputClassName} />
          <SelectContent>
            {options.map((option) => (
              <SelectItem key={option} value={option}>
                {nameOf(option)}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
