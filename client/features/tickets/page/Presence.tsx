import { cn } from "../../../components/cn.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { presenceWords, nameWords } from "./lookers-words.ts";
import { usePresence } from "./use-lookers.ts";

const shownAtMost = 3;

/** Who else of the staff is at this ticket: `SO is looking`, `SO is typing`. */
export function Presence({ ticketId, className }: { ticketId: string; className?: string }) {
  const others = usePresence(ticketId);
  const words = presenceWords(others);
  const typing = others.some((other) => other.typing);
  return (
    <div role="status" className={cn("min-w-0 shrink-0", className)}>
      {words && (
        <span data-hint={words} className="flex items-center gap-1.5 text-muted-foreground text-xs">
          <span className="flex -space-x-1.5">
            {others.slice(0, shownAtMost).map(({ id, name }) => (
              <Avatar key={id} id={id} name={name} className="ring-2 ring-card" />
            ))}
          </span>
          <span aria-hidden="true" className={cn("max-shell:hidden", typing && "text-info")}>
            {words.slice(nameWords(others).length).trim()}
          </span>
          <span className="sr-only">{words}</span>
        </span>
      )}
    </div>
  );
}
