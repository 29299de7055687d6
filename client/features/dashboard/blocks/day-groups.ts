import type { DashboardDay, DayRange } from "../../../../shared/dashboard/figures.ts";
import { namesOfDays } from "../day-names.ts";

interface DayGroup {
  range: DayRange;
  name: string;
  created: number;
  resolved: number;
}

/** With more days, their bars would be too thin to hover. */
const mostDays = 100;

export function areWeeks(days: readonly DashboardDay[]): boolean {
  return days.length > mostDays;
}

/** One group per day, or per seven days of a long period, with the last one complete. */
export function dayGroups(days: readonly DashboardDay[]): DayGroup[] {
  const size = areWeeks(days) ? 7 : 1;
  const names = namesOfDays(days.map(({ day }) => day));
  const groups: DayGroup[] = [];
  for (let end = days.length; end > 0; end -= size) {
    groups.unshift(groupOf(days.slice(Math.max(0, end - size), end), names));
  }
  return groups;
}

function groupOf(
  days: readonly DashboardDay[],
  { short, long }: ReturnType<typeof namesOfDays>,
): DayGroup {
  const [from, to] = [days.at(0)?.day ?? "", days.at(-1)?.day ?? ""];
  return {
    range: { from, to },
    name: from === to ? long(from) : `${short(from)} to ${short(to)}`,
    created: days.reduce((sum, { created }) => sum + created, 0),
    resolved: days.reduce((sum, { resolved }) => sum + resolved, 0),
  };
}
