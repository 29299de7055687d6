import { ChevronDown, ChevronUp, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { keyHint } from "../../../app/keyboard/keys.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { useFocusGoesOn } from "../../../components/ui/focus.ts";
import type { OfferedAction } from "../actions/ticket-actions.ts";

export interface MoreMenuProps {
  actions: readonly OfferedAction[];
  run: (action: OfferedAction) => void;
  trigger: ReactNode;
  /** For phones, whose header has no room for them. */
  nextPrevious: { previous: number | null; next: number | null };
  /** The list is shown next to the ticket, with its own button for new tickets. */
  nextToList: boolean;
}

/** The actions of a ticket in three sections; the second one also has links for phones. */
export function MoreMenu({ actions, run, trigger, nextPrevious, nextToList }: MoreMenuProps) {
  const focus = useFocusGoesOn();
  const section = (menu: OfferedAction["menu"]) => {
    const inSection = actions.filter((action) => action.menu === menu);
    return inSection.map((action) => (
      <DropdownMenuItem
        key={action.name}
        shortcut={action.key && keyHint(action.key)}
        className={action.status ? undefined : "[&_svg]:text-muted-foreground"}
        // Splitting moves the focus to its own form.
        onSelect={action.name === "split" ? focus.goesOn(() => run(action)) : () => run(action)}
      >
        {action.mark}
        {action.label}
      </DropdownMenuItem>
    ));
  };
  const sections = [section(0), section(1), section(2)];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-56" onCloseAutoFocus={focus.onClose}>
        {sections[0]}
        {sections[0]?.length !== 0 && <DropdownMenuSeparator />}
        <PhoneLinks nextPrevious={nextPrevious} nextToList={nextToList} />
        {sections[1]}
        {sections[2]?.length !== 0 && <DropdownMenuSeparator />}
        {sections[2]}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function PhoneLinks({
  nextPrevious,
  nextToList,
}: Pick<MoreMenuProps, "nextPrevious" | "nextToList">) {
  const { search } = useLocation();
  const { previous, next } = nextPrevious;
  const links = [
    { to: previous && `/ticket/${previous}${search}`, icon: ChevronUp, label: "Previous ticket" },
    { to: next && `/ticket/${next}${search}`, icon: ChevronDown, label: "Next ticket" },
    { to: nextToList ? null : "/ticket/new", icon: Plus, label: "New ticket" },
  ];
  return links.map(
    ({ to, icon: Icon, label }) =>
      to && (
        <DropdownMenuItem key={label} asChild className="shell:hidden">
          <Link to={to}>
            <Icon className="text-muted-foreground" />
            {label}
          </Link>
        </DropdownMenuItem>
      ),
  );
}
