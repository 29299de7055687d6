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
type TextFieldName = {
  [Key in keyof MailboxForm]: MailboxForm[Key] extends string
    ? string extends MailboxForm[Key]
      ? Key
      : never
    : never;
}[keyof MailboxForm];

export function textInput({ form, setForm, errorOf }: SectionProps) {
  return (field: TextFieldName, maxLength: number) => ({
    name: field,
    error: errorOf(field),
    maxLength,
    value: form[field],
    onType: (typed: string) => setForm({ ...form, [field]: typed }),
  });
}

/** Of names and addresses that are typed as they are. */
export const literal = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;
