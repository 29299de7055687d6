import type { DeskFields } from "../../../shared/desk.ts";
import { SavedTextField } from "../../components/SavedTextField.tsx";
import { useTypedSetting } from "./use-desk.ts";

type Typed = Exclude<
  keyof DeskFields,
  "accent" | "language" | "auditMonths" | "oldTickets" | "oldTicketMonths"
>;

interface TextSettingProps<Name extends Typed> {
  field: Name;
  label: string;
  /** The name in notices, if it differs from the label. */
  noun?: string;
  hint: string;
  /** The unit after the number, singular and plural. */
  unit?: readonly [one: string, many: string];
  value: DeskFields[Name];
  /** The typed text as a value, or an error message. */
  read: (text: string) => DeskFields[Name] | { wrong: string };
  maxLength: number;
}

/** A setting in a text field that saves itself. */
export function TextSetting<Name extends Typed>(props: TextSettingProps<Name>) {
  const { field, label, noun = label, hint, unit, value, read, maxLength } = props;
  const { typed, type, reset, set, error, setError } = useTypedSetting(field, noun, value);
  return (
    <SavedTextField
      label={label}
      hint={hint}
      error={error}
      value={String(value)}
      typed={typed}
      onType={type}
      onReset={reset}
      onCommit={(text) => {
        const given = read(text);
        if (typeof given === "object" && given !== null) return setError(given.wrong);
        set(given);
      }}
      dir={unit ? undefined : "auto"}
      inputMode={unit ? "numeric" : undefined}
      autoComplete="off"
      maxLength={maxLength}
      className={unit && "w-20 text-right tabular-nums"}
      end={
        unit &&
        ((text) => (
          <span className="text-muted-foreground">{unit[text.trim() === "1" ? 0 : 1]}</span>
        ))
      }
    />
  );
}

/** Reads a whole number in a range. */
export function readWhole({ min, max }: { min: number; max: number }) {
  return (text: string): number | { wrong: string } => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    return { wrong: `Enter a whole number from ${min} to ${max}.` };
  };
}
