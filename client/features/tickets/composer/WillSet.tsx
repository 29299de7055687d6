import { X } from "lucide-react";
import { type Held, partsOf } from "./held-changes.ts";

interface WillSetProps {
  held: Held;
  /** The button that sends says the state itself. */
  withStatus: boolean;
  onChange: (held: Held) => void;
}

/** What a macro changes once this is sent; each can be left away. */
export function WillSet({ held, withStatus, onChange }: WillSetProps) {
  const parts = partsOf(held).filter(({ key }) => withStatus || key !== "status");
  if (parts.length === 0) return null;
  return (
    <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-1 text-muted-foreground text-xs">
      <span>Will set:</span>
      <ul aria-label="Will set" className="contents">
        {parts.map(({ key, words, rest }) => (
          <li
            key={key}
            className="flex min-h-6 min-w-0 items-center rounded-md border bg-card pl-1.5 text-foreground"
          >
            <bdi className="truncate">{words}</bdi>
            <button
              type="button"
              aria-label={`Leave ${words} away`}
              data-hint="Leave this away"
              onClick={() => onChange(rest)}
              className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11"
            >
              <X className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
