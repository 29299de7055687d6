import type { DashboardTotals } from "../../../shared/dashboard/figures.ts";
import { trpc } from "../../data/trpc.ts";
import type { Dashboard } from "./use-dashboard.ts";

/** Whether there is no ticket at all that the reader sees; asked only where none counts. */
export function useIsEmptyDesk(
  { view: { filters } }: Dashboard,
  totals: DashboardTotals | undefined,
): boolean {
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const mayBeEmpty =
    !isNarrowed &&
    totals !== undefined &&
    totals.now.created + totals.now.resolved + totals.now.backlog === 0;
  const all = trpc.tickets.count.useQuery(
    { view: "all" },
    { enabled: mayBeEmpty, meta: { showsError: true } },
  );
  return mayBeEmpty && all.data?.count === 0;
}
