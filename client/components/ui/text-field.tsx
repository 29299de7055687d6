import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Input } from "./input.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Textarea } from "./textarea.tsx";

/** What an input takes together with its label. */
type WithField<Props> = Omit<FieldProps, "children"> &
  Omit<Props, keyof FieldProps> & { inputClassName?: string };

export function TextField(props: WithField<ComponentProps<typeof Input>>) {
  const { label, error, hint, aside, className, inputClassName, ...input } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => <Input {...control} {...input} className={inputClassName} />}
    </Field>
  );
}

export function PasswordField(props: WithField<ComponentProps<typeof PasswordInput>>) {
  const { label, error, hint, aside, className, inputClassName, ...input } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => <PasswordInput {...control} {...input} className={inputClassName} />}
    </Field>
  );
}

export function TextareaField(props: WithField<ComponentProps<typeof Textarea>>) {
  const { label, error, hint, aside, className, inputClassName, ...textarea } = props;
  return (
    <Field label={label} error={error} hint={hint} aside={aside} className={className}>
      {(control) => <Textarea {...control} {...textarea} className={inputClassName} />}
    </Field>
  );
}
