import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { unsavedFormPrompt } from "../app/navigation/unsaved-forms.ts";
import { useUnsavedForm } from "./dialogs/unsaved-form.ts";
import { Field } from "./ui/field.tsx";
import { Input } from "./ui/input.tsx";

/** Above fields that save themselves. */
export const savesOnLeaving = "Each change is saved as soon as you leave its field.";

interface SavedTextFieldProps
  extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "onBlur" | "onKeyDown"> {
  label: string;
  hint?: ReactNode;
  error: string | null | undefined;
  value: string;
  /** Null while the field shows its value. */
  typed: string | null;
  onType: (text: string) => void;
  onReset: () => void;
  /** Called with the trimmed text; only if something was typed. */
  onCommit: (text: string) => void;
  /** After the field, such as a unit. */
  end?: (text: string) => ReactNode;
}

/** A text field saved on Enter and when it is left. Escape restores the value. */
export function SavedTextField(props: SavedTextFieldProps) {
  const { label, hint, error, value, typed, onType, onReset, onCommit, end, ...rest } = props;
  const text = typed ?? value;
  const input = useRef<HTMLInputElement>(null);
  // Clicking elsewhere saves the field, so only a focused or refused one is unsaved.
  const isFocused = () => document.activeElement === input.current;
  useUnsavedForm(() => typed !== null && (Boolean(error) || isFocused()));
  const commit = () => typed !== null && onCommit(typed.trim());
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && typed !== null) onReset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            {...control}
            {...rest}
            ref={input}
            value={text}
            onChange={(event) => onType(event.target.value)}
            // Leaving the field does not resend a refused value, or save while a dialog asks about it.
            onBlur={() => !error && unsavedFormPrompt.get() === null && commit()}
            onKeyDown={steer}
          />
          {end?.(text)}
        </span>
      )}
    </Field>
  );
}
