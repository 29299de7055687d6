import { Link } from "react-router-dom";
import { personPlacesOf } from "../lib/place/areas.ts";
import { useViewer } from "../lib/session/viewer.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { MenuProps } from "../ui/lazy-menu.tsx";
import { personIcons } from "./person-icons.ts";

export function PersonMenu({ trigger }: MenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {personPlacesOf(useViewer()).map(({ page, label, home }) => {
          const Icon = personIcons[page];
          return (
            <DropdownMenuItem key={home} asChild>
              <Link to={home}>
                {Icon && <Icon />}
                {label}
              </Link>
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
