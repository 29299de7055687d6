import { CircleAlert, History } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "../../../components/cn.ts";
import { floatClasses } from "../../../components/ui/dropdown-menu.tsx";
import type { Suggestion } from "./suggestions.ts";

interface OfferedListProps {
  id: string;
  options: readonly Suggestion[];
  /** -1 for none. */
  active: number;
  onActive: (key: string | null) => void;
  onTake: (option: Suggestion) => void;
}

/** The options of the search box, which handles the keys. */
export function SuggestionList({ id, options, active, onActive, onTake }: OfferedListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({
      block: "nearest",
    });
  }, [id, active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className={cn(floatClasses, "absolute inset-x-0 top-full mt-1.5 max-h-80 animate-fade-in")}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's.
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onActive(option.key)}
          onClick={() => onTake(option)}
          className={cn(
            "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm pointer-coarse:min-h-11",
            index === active && "bg-selected",
          )}
        >
          {option.kind === "fix" ? <Fix option={option} /> : <Choice option={option} />}
        </div>
      ))}
    </div>
  );
}

function Fix({ option }: { option: Suggestion }) {
  return (
    <>
      <CircleAlert className="shrink-0 text-danger-text" />
      <span className="text-danger-text">
        {option.says} Did you mean <bdi className="underline">{option.label}</bdi>?
      </span>
    </>
  );
}

function Choice({ option: { kind, label, says, count } }: { option: Suggestion }) {
  return (
    <>
      {kind === "recent" && (
        <History role="img" aria-label="Recent search" className="shrink-0 text-muted-foreground" />
      )}
      <span dir="auto" className={cn("truncate text-left", says === "" && "flex-1")}>
        {label}
      </span>
      {says && (
        <span className="min-w-0 flex-1 truncate text-muted-foreground text-xs">{says}</span>
      )}
      {count !== null && (
        <span className="ml-auto shrink-0 pl-2 text-muted-foreground text-xs tabular-nums">
          {count}
        </span>
      )}
    </>
  );
}
