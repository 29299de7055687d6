import type { ReactNode } from "react";
import { breakdownsBy, type DashboardBlock } from "../../../shared/dashboard/figures.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../components/ui/dropdown-menu.tsx";
import { csvOf } from "./csv.ts";
import type { Dashboard } from "./use-dashboard.ts";

const files: { name: string; block: DashboardBlock; more?: Record<string, string> }[] = [
  { name: "To do now", block: "todo" },
  { name: "Figures", block: "totals" },
  { name: "Days", block: "days" },
  { name: "Arrivals by hour", block: "arrivals" },
  { name: "Agents", block: "agents" },
  ...breakdownsBy.map((by) => ({ name: `By ${by}`, block: "breakdown" as const, more: { by } })),
];

/** Every block's figures as CSV. */
export function CsvMenu({ trigger, dashboard }: { trigger: ReactNode; dashboard: Dashboard }) {
  const { of } = dashboard.view;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {files.map(({ name, block, more }) => (
          <DropdownMenuItem key={name} asChild>
            <a href={csvOf(block, dashboard, more && { ...more, of })} download>
              {name}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
