import { Building2, SlidersHorizontal, Tag, UserRound, Users } from "lucide-react";
import { useState } from "react";
import type { DashboardTotals } from "../../../../shared/dashboard/figures.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { beforeName } from "../day-names.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { FilterTrigger } from "./FilterTrigger.tsx";
import { type FilterKind, NameFilter } from "./NameFilter.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";

const kinds: FilterKind[] = [
  {
    filter: "company",
    icon: Building2,
    label: "Company",
    any: "All companies",
    none: "No company",
  },
  { filter: "team", icon: Users, label: "Team", any: "All teams", none: "No team" },
  { filter: "agent", icon: UserRound, label: "Agent", any: "All agents", none: "Unassigned" },
  { filter: "tag", icon: Tag, label: "Tag", any: "All tags", none: "No tag" },
];

interface FiltersProps {
  dashboard: Dashboard;
  /** The names of the filters' values. */
  chosen: DashboardTotals["chosen"] | undefined;
}

/** The period and the filters, all stored in the address. On phones, the filters are behind one button. */
export function Filters({ dashboard, chosen }: FiltersProps) {
  const { filters } = dashboard.view;
  const change = (patch: typeof filters) => dashboard.change({ filters: { ...filters, ...patch } });
  const narrowed = Object.values(filters).filter((value) => value !== undefined).length;
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      <PeriodChoice dashboard={dashboard} />
      <Button
        size="sm"
        variant="outline"
        aria-expanded={unfolded}
        className={cn("shell:hidden", narrowed > 0 && "border-primary/50 bg-selected")}
        onClick={() => setUnfolded(!unfolded)}
      >
        <SlidersHorizontal className="text-muted-foreground" />
        Filters
        {narrowed > 0 && <span className="tabular-nums">{narrowed}</span>}
      </Button>
      <div
        className={cn(
          "contents max-shell:order-last max-shell:flex max-shell:w-full max-shell:flex-wrap max-shell:gap-2",
          !unfolded && "max-shell:hidden",
        )}
      >
        <CompareChoice dashboard={dashboard} />
        {kinds.map((kind) => (
          <NameFilter
            key={kind.filter}
            kind={kind}
            value={filters[kind.filter]}
            name={chosen?.[kind.filter]}
            onChange={(value) => change({ [kind.filter]: value })}
          />
        ))}
        {narrowed > 0 && (
          <Button
            size="sm"
            variant="ghost"
            className="print:hidden"
            onClick={() => dashboard.change({ filters: {} })}
          >
            Clear filters
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether to compare with as many days directly before. */
function CompareChoice({ dashboard: { view, change } }: { dashboard: Dashboard }) {
  const against = `vs ${beforeName(view.range)}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <FilterTrigger
          label="Comparison"
          text={view.compare ? against : "no comparison"}
          isNarrowed={false}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          aria-label="Comparison"
          value={view.compare ? "before" : "none"}
          onValueChange={(value) => change({ compare: value === "before" })}
        >
          <DropdownMenuRadioItem value="before">{against}</DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="none">no comparison</DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
