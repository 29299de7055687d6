import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Input } from "./input.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Textarea } from "./textarea.tsx";

/** What an input takes together with its label. */
type WithField<Props> = Omit<FieldProps, "children"> &
  Omit<Props, keyof FieldProps> & { inputClassName?: string; onType?: (text: string) => void };

export function TextField(props: WithField<ComponentProps<typeof Input>>) {
  const { label, error, hint, aside, className, inputClassName, onType, ...input } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => (
        <Input {...control} {...input} {...typing(onType)} className={inputClassName} />
      )}
    </Field>
  );
}

export function PasswordField(props: WithField<ComponentProps<typeof PasswordInput>>) {
  const { label, error, hint, aside, className, inputClassName, onType, ...input } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => (
        <PasswordInput {...control} {...input} {...typing(onType)} className={inputClassName} />
      )}
    </Field>
  );
}

export function TextareaField(props: WithField<ComponentProps<typeof Textarea>>) {
  const { label, error, hint, aside, className, inputClassName, onType, ...textarea } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => (
        <Textarea {...control} {...textarea} {...typing(onType)} className={inputClassName} />
      )}
    </Field>
  );
}

/** The text instead of the event. */
function typing(onType?: (text: string) => void) {
  return (
    onType && { onChange: (event: { target: { value: string } }) => onType(event.target.value) }
  );
}
