import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../components/ui/dropdown-menu.tsx";
import { useViewer } from "../data/session/viewer.ts";
import { personPlacesOf } from "./navigation/areas.ts";
import { personIcons } from "./person-icons.ts";

export function PersonMenu({ trigger }: { trigger: ReactNode }) {
  const viewer = useViewer();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {personPlacesOf(viewer).map(({ page, label, home }) => {
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
