import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "../cn.ts";
import { Input } from "../ui/input.tsx";
import { closest } from "./fits.ts";

export interface Choice {
  /** Null means no choice. */
  value: string | null;
  name: string;
  /** Distinguishes choices with the same name. */
  hint?: string | undefined;
  lead?: ReactNode;
  tail?: ReactNode;
}

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  /** An array where several can be chosen. */
  chosen: string | null | readonly string[];
  text: string;
  onText: (text: string) => void;
  onChoose: (value: string | null) => void;
  isWaiting?: boolean;
  /** The choices belong to an earlier search text: only those that match the current one are shown. */
  isOld?: boolean;
  /** Why the choices could not be loaded. */
  trouble?: string | null;
  /** Shown when nothing matches. */
  nothing?: string | undefined;
  /** Opens with the chosen item active, so that Enter changes nothing. */
  startsAtChosen?: boolean;
}

/** A long list, filtered by typing; arrow keys and Enter choose. Made for a popover. */
export function ChoiceList(props: ChoiceListProps) {
  const { label, chosen, text, onText, onChoose, isWaiting, isOld, trouble } = props;
  const { nothing = "No matches.", startsAtChosen = false } = props;
  // Enter never selects a choice that was not searched for.
  const choices = isOld
    ? closest(text, props.choices, ({ name, hint }) => [name, hint])
    : props.choices;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const several = Array.isArray(chosen);
  // All hints go below the names if any would be cut next to one.
  const below = choices.some(({ name, hint }) => hint && name.length + hint.length > 28);
  const isChosen = (value: string | null) => (several ? chosen.includes(value) : value === chosen);
  /** `on`: the item reached by arrow keys stays active when others are inserted before it. */
  const [active, setActive] = useState<{ at: number; on?: string | null | undefined }>(() => ({
    at: startsAtChosen
      ? Math.max(
          0,
          choices.findIndex(({ value }) => isChosen(value)),
        )
      : 0,
  }));
  const stepped = choices.findIndex(({ value }) => value === active.on);
  const at = stepped < 0 ? Math.min(active.at, choices.length - 1) : stepped;
  const stepTo = (next: number) => setActive({ at: next, on: choices[next]?.value });

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const steer = (event: KeyboardEvent) => {
    const next = nextAt(event.key, at, choices.length);
    const choice = choices[at];
    if (next !== null) stepTo(next);
    else if (event.key === "Enter" && choice) onChoose(choice.value);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <Input
        size="sm"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setActive({ at: 0 });
        }}
        onKeyDown={steer}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={several || undefined}
        className="@container mt-1 max-h-64 overflow-y-auto pointer-coarse:max-h-71"
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's above.
          <div
            key={choice.value ?? ""}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(choice.value)}
            data-at={index}
            onPointerMove={() => index !== at && stepTo(index)}
            onClick={() => onChoose(choice.value)}
            className={cn(
              "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 pointer-coarse:min-h-11",
              index === at && "bg-selected",
            )}
          >
            {choice.lead}
            <span
              className={cn(
                "flex min-w-0 flex-1 items-baseline gap-x-2",
                below && "@max-[22rem]:flex-col @max-[22rem]:items-stretch",
              )}
            >
              <span dir="auto" className="truncate text-left">
                {choice.name}
              </span>
              {choice.hint && (
                <span dir="auto" className="min-w-0 flex-1 truncate text-left text-faint text-xs">
                  {choice.hint}
                </span>
              )}
            </span>
            {isChosen(choice.value) && <Check />}
            {choice.tail}
          </div>
        ))}
      </div>
      {(choices.length === 0 || trouble) && (
        <p role="status" className="px-2 py-3 text-center text-muted-foreground">
          {isWaiting ? "Searching…" : (trouble ?? nothing)}
        </p>
      )}
    </>
  );
}

function nextAt(key: string, at: number, length: number): number | null {
  if (length === 0) return null;
  if (key === "ArrowDown") return (at + 1) % length;
  if (key === "ArrowUp") return (at - 1 + length) % length;
  return null;
}
