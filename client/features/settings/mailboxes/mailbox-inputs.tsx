import { useId } from "react";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import type { ControlProps } from "../../../components/ui/field.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import type { MailboxForm } from "./mailbox-form.ts";

/** What the sections of a mailbox's form share. */
export interface SectionProps {
  form: MailboxForm;
  setForm: (form: MailboxForm) => void;
  errorOf: (field: string) => string | undefined;
  /** Null for a new mailbox. */
  stored: { hasSecret: boolean; hasOutSecret: boolean; hasClientSecret: boolean } | null;
}

/** Fields that hold text. */
type TextField = {
  [Key in keyof MailboxForm]: MailboxForm[Key] extends string
    ? string extends MailboxForm[Key]
      ? Key
      : never
    : never;
}[keyof MailboxForm];

export function textInput({ form, setForm }: Pick<SectionProps, "form" | "setForm">) {
  return (field: TextField, maxLength: number, control: ControlProps) => ({
    ...control,
    name: field,
    maxLength,
    value: form[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setForm({ ...form, [field]: target.value }),
  });
}

/** Of names and addresses that are typed as they are. */
export const literal = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;

interface TickedProps extends Pick<SectionProps, "form" | "setForm"> {
  name: "acknowledges" | "quotes" | "plusArrives" | "isDefault";
  label: string;
  hint?: string;
}

export function Ticked({ name, label, hint, form, setForm }: TickedProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <Checkbox
        id={id}
        name={name}
        className="mt-0.5"
        checked={form[name]}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(checked) => setForm({ ...form, [name]: checked === true })}
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="wrap-anywhere text-muted-foreground text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

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
