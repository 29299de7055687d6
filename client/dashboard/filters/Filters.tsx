import { Building2, Tag, UserRound, Users } from "lucide-react";
import type { DashboardTotals } from "../../../shared/dashboard/figures.ts";
import { Button } from "../../ui/button.tsx";
import type { Dashboard } from "../use-dashboard.ts";
import { CompareChoice } from "./CompareChoice.tsx";
import { type FilterKind, NameFilter } from "./NameFilter.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";

const kinds: FilterKind[] = [
  {
    ...{ filter: "company", icon: Building2, label: "Company" },
    ...{ any: "All companies", none: "No company" },
  },
  { filter: "team", icon: Users, label: "Team", any: "All teams", none: "No team" },
  { filter: "agent", icon: UserRound, label: "Agent", any: "All agents", none: "Nobody" },
  { filter: "tag", icon: Tag, label: "Tag", any: "All tags", none: "No tag" },
];

interface FiltersProps {
  dashboard: Dashboard;
  /** What the filters name. */
  chosen: DashboardTotals["chosen"] | undefined;
}

/** Of which days and tickets the figures are. All of it stands in the address. */
export function Filters({ dashboard, chosen }: FiltersProps) {
  const { filters } = dashboard.view;
  const change = (patch: typeof filters) => dashboard.change({ filters: { ...filters, ...patch } });
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <PeriodChoice dashboard={dashboard} />
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
      {isNarrowed && (
        <Button
          size="sm"
          variant="ghost"
          className="print:hidden"
          onClick={() => dashboard.change({ filters: {} })}
        >
          Clear filters
        </Button>
      )}
    </>
  );
}
