import { IdCard, ScrollText, Settings } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../shared/access.ts";
import { useViewer } from "../lib/viewer.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { MenuProps } from "../ui/lazy-menu.tsx";

export function PersonMenu({ trigger }: MenuProps) {
  const viewer = useViewer();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <Link to="/profile">
            <IdCard />
            Profile
          </Link>
        </DropdownMenuItem>
        {can(viewer, "area.settings") && (
          <DropdownMenuItem asChild>
            <Link to="/settings">
              <Settings />
              Settings
            </Link>
          </DropdownMenuItem>
        )}
        {can(viewer, "area.audit") && (
          <DropdownMenuItem asChild>
            <Link to="/audit">
              <ScrollText />
              Audit log
            </Link>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
