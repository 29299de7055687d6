import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { beforeName } from "../range-names.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { FilterTrigger } from "./FilterTrigger.tsx";

/** Whether the figures are set against as many days right before. */
export function CompareChoice({ dashboard: { view, change } }: { dashboard: Dashboard }) {
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
