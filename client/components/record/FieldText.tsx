import { Pencil } from "lucide-react";
import { useId, useRef } from "react";
import { keyHint, useKeys } from "../../app/keyboard/keys.ts";
import { cn } from "../cn.ts";
import { inputClasses } from "../ui/input.tsx";
import { type FieldRefusal, useFieldWords } from "./use-field-words.ts";

interface FieldTextProps {
  label: string;
  value: string;
  /** Shown when the field is empty. */
  placeholder: string;
  maxLength: number;
  /** The edit shortcut starts here. */
  first?: boolean;
  /** Several lines: Enter adds a line, Ctrl or Cmd and Enter saves. */
  multiline?: boolean;
  /** Returns an error about the text, which is then shown below it and the text kept. */
  check?: (words: string) => string | null;
  /**
   * Saves optimistically and resolves with the server's error, if any. `seen` is the value when editing
   * began, or when a conflict was shown.
   */
  onSave: (words: string, seen: string) => Promise<FieldRefusal | null>;
}

/** Text edited in place: Enter or blur saves, Escape reverts. */
export function FieldText(props: FieldTextProps) {
  const { label, value, placeholder, maxLength, first, multiline, check, onSave } = props;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { typed, error, isOvertaken, begin, type, save, steer } = useFieldWords({
    label,
    value,
    multiline: multiline ?? false,
    check,
    onSave,
    onLeft: () => requestAnimationFrame(() => button.current?.focus()),
  });
  useKeys(first && typed === null ? { "record.edit": begin } : {});

  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${value || placeholder}`}
        data-hint={`Edit: ${label}${first ? ` (${keyHint("record.edit")})` : ""}`}
        onClick={begin}
        className={cn(
          "group/edit -mx-1.5 flex min-h-8 min-w-0 gap-1.5 rounded-md px-1.5 py-1 text-left hover:bg-accent pointer-coarse:min-h-11",
          multiline ? "py-1.5" : "items-center",
        )}
      >
        {value ? (
          <span
            dir="auto"
            className={cn(
              "min-w-0 text-left",
              multiline ? "whitespace-pre-wrap break-words" : "wrap-anywhere line-clamp-3",
            )}
          >
            {value}
          </span>
        ) : (
          <span className="text-faint">{placeholder}</span>
        )}
        <Pencil
          className={cn(
            "size-3.5 shrink-0 text-faint opacity-0 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100 pointer-coarse:opacity-100",
            multiline && "mt-0.75",
          )}
        />
      </button>
    );
  }
  const shared = {
    "aria-label": label,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    autoFocus: true,
    dir: "auto",
    maxLength,
    value: typed,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
    onBlur: () => void save(),
    onKeyDown: steer,
  };
  return (
    <>
      {multiline ? (
        <textarea
          {...shared}
          className={cn(
            inputClasses,
            "-mx-1.5 w-[calc(100%+0.75rem)] min-h-24 resize-y px-1.5 py-1.5",
          )}
        />
      ) : (
        <input
          {...shared}
          onFocus={(event) => event.currentTarget.select()}
          className={cn(inputClasses, "-mx-1.5 h-8 w-[calc(100%+0.75rem)] px-1.5")}
        />
      )}
      {error && (
        <div id={`${id}-error`} role="alert" className="pt-1 text-danger-text text-xs">
          <p>{error}</p>
          {isOvertaken && multiline && (
            <p dir="auto" className="whitespace-pre-wrap break-words pt-1 text-muted-foreground">
              {value || placeholder}
            </p>
          )}
        </div>
      )}
    </>
  );
}
