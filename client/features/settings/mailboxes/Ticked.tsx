import { useId } from "react";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import type { SectionProps } from "./mailbox-inputs.ts";

interface TickedProps extends Pick<SectionProps, "form" | "setForm"> {
  name: {
    [Key in keyof MailboxForm]: MailboxForm[Key] extends boolean ? Key : never;
  }[keyof MailboxForm];
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
