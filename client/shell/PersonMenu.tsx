import { Link } from "react-router-dom";
import { placesOf } from "../lib/areas.ts";
import { useViewer } from "../lib/viewer.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { MenuProps } from "../ui/lazy-menu.tsx";

export function PersonMenu({ trigger }: MenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {placesOf(useViewer(), "person").map(({ label, home, icon: Icon }) => (
          <DropdownMenuItem key={home} asChild>
            <Link to={home}>
              <Icon />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
