import { type DashboardTotals, filterKeys } from "../../../shared/dashboard/figures.ts";
import { deskName } from "../../app/navigation/page.ts";
import { useStore } from "../../data/store.ts";
import { dayWithYear } from "./day-names.ts";
import { beforeName, rangeName } from "./range-names.ts";
import type { Dashboard } from "./use-dashboard.ts";

interface PaperHeadProps {
  dashboard: Dashboard;
  totals: DashboardTotals | undefined;
}

/** The print heading: it names the filters, which are not interactive on paper. */
export function PaperHead({ dashboard: { view, today, timeZone }, totals }: PaperHeadProps) {
  const desk = useStore(deskName);
  const { range, compare, filters } = view;
  const narrowed = filterKeys.flatMap((key) => totals?.chosen[key] ?? filters[key] ?? []);
  const days = totals?.now.days;
  return (
    <p className="hidden text-muted-foreground print:block">
      {[
        desk,
        rangeName(range, today),
        days && `${dayWithYear(days.from)} to ${dayWithYear(days.to)}`,
        compare && `vs ${beforeName(range)}`,
        ...narrowed,
        timeZone.replaceAll("_", " "),
      ]
        .filter(Boolean)
        .join(" · ")}
    </p>
  );
}
