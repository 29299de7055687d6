import { Link } from "react-router-dom";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../components/ui/dropdown-menu.tsx";
import type { MenuProps } from "../components/ui/lazy-menu.tsx";
import { useViewer } from "../data/session/viewer.ts";
import { personPlacesOf } from "./navigation/areas.ts";
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
