import { Ellipsis, type LucideIcon } from "lucide-react";
import { Link, type NavigateFunction } from "react-router-dom";
import type { ExtraAction } from "../../app/keyboard/keys.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** An action on a record, for its menu and the palette. */
export interface RecordChoice {
  label: string;
  icon: LucideIcon;
  /** A function, or the address it leads to. */
  does: (() => void) | { to: string };
  destructive?: boolean;
}

/** Null is a separator. */
export function RecordMenu({ choices }: { choices: readonly (RecordChoice | null)[] }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More">
          <Ellipsis />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-56">
        {choices.map((choice) =>
          choice ? (
            <Choice key={choice.label} choice={choice} />
          ) : (
            <DropdownMenuSeparator key="line" />
          ),
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Choice({ choice: { label, icon: Icon, does, destructive } }: { choice: RecordChoice }) {
  const words = (
    <>
      <Icon className={destructive ? undefined : "text-muted-foreground"} />
      {label}
    </>
  );
  if (typeof does !== "function") {
    return (
      <DropdownMenuItem asChild>
        <Link to={does.to}>{words}</Link>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem {...(destructive && { variant: "destructive" })} onSelect={does}>
      {words}
    </DropdownMenuItem>
  );
}

/** The same actions for the palette. */
export function furtherActsOf(
  choices: readonly (RecordChoice | null)[],
  navigate: NavigateFunction,
): ExtraAction[] {
  return choices.flatMap((choice) => {
    if (!choice) return [];
    const { label, icon, does } = choice;
    return { label, icon, run: typeof does === "function" ? does : () => navigate(does.to) };
  });
}
