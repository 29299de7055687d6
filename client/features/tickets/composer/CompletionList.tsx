import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { cn } from "../../../components/cn.ts";
import type { CompletionChoice, CompletionSource } from "./completion.ts";

export interface CompletionSteering {
  /** True if the list used the key. */
  steer(key: string): boolean;
}

interface CompletionListProps {
  ref: Ref<CompletionSteering>;
  id: string;
  source: CompletionSource;
  query: string;
  onActive: (optionId: string | undefined) => void;
  onChoose: (choice: CompletionChoice) => void;
}

/** The matches above the field. The field's keys control it, so the focus stays in the text. */
export function CompletionList(props: CompletionListProps) {
  const { ref, id, source, query, onActive, onChoose } = props;
  const { choices, isWaiting, isOffline, lack } = source.useChoices(query);
  // Typing on selects the first match again.
  const [wanted, setWanted] = useState({ query, at: 0 });
  const want = (next: number) => setWanted({ query, at: next });
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const at = Math.min(wanted.query === query ? wanted.at : 0, choices.length - 1);
  const activeId = at >= 0 ? `${prefix}-${at}` : undefined;

  useEffect(() => {
    onActive(activeId);
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId, at, onActive]);

  useImperativeHandle(ref, () => ({
    steer(key) {
      const choice = choices[at];
      if (!choice) return false;
      if (key === "ArrowDown") want((at + 1) % choices.length);
      else if (key === "ArrowUp") want((at - 1 + choices.length) % choices.length);
      else if (key === "Enter" || key === "Tab") onChoose(choice);
      else return false;
      return true;
    },
  }));

  // Without a match after a space, this is a sentence and no name.
  if (choices.length === 0 && (isOffline || (!isWaiting && query.includes(" ")))) return null;
  return (
    <div
      ref={list}
      className="absolute bottom-full left-0 z-20 mb-1 max-h-56 w-72 max-w-full overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground shadow-float"
    >
      <div id={id} role="listbox" aria-label={source.label}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={choice.id}
            id={`${prefix}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            data-at={index}
            onPointerMove={() => want(index)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
            className={cn(
              "flex min-h-8 cursor-default gap-x-2 rounded-md px-2 py-1 text-sm pointer-coarse:min-h-11",
              source.detailsBelow ? "flex-col justify-center" : "items-center",
              index === at && "bg-selected",
            )}
          >
            <span
              dir="auto"
              className={cn("min-w-0 truncate text-left", !source.detailsBelow && "flex-1")}
            >
              {choice.name}
            </span>
            {choice.detail && (
              <span
                className={cn(
                  "truncate text-muted-foreground text-xs",
                  !source.detailsBelow && "max-w-1/2",
                )}
              >
                {choice.detail}
              </span>
            )}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p role="status" className="px-2 py-1.5 text-muted-foreground text-sm">
          {isWaiting ? "Searching…" : source.nothing}
        </p>
      )}
      {lack && (
        <p className="border-t px-2 py-1.5 text-muted-foreground text-xs" aria-live="polite">
          {lack}
        </p>
      )}
    </div>
  );
}
