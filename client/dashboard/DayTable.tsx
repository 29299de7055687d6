import { formatNumber } from "../lib/format.ts";
import type { Days } from "./DayChart.tsx";
import { longDay } from "./day-names.ts";

export function DayTable({ days }: { days: Days }) {
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Tickets created and resolved per day</caption>
      <thead>
        <tr className="text-muted-foreground text-xs">
          <th scope="col" className="sticky top-0 bg-card py-1 font-normal">
            Day
          </th>
          <th scope="col" className="sticky top-0 bg-card py-1 text-right font-normal">
            Created
          </th>
          <th scope="col" className="sticky top-0 bg-card py-1 text-right font-normal">
            Resolved
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, created, resolved }) => (
          <tr key={day} className="border-t">
            <th scope="row" className="py-1 font-normal">
              {longDay(day)}
            </th>
            <td className="text-right">{formatNumber(created)}</td>
            <td className="text-right">{formatNumber(resolved)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
