import { scaleLinear } from "@visx/scale";
import { Link } from "react-router-dom";
import { formatNumber } from "../../../components/format/format.ts";
import { hourName } from "../day-names.ts";
import { useRove } from "./use-rove.ts";

export interface HeatRow {
  /** `Monday` */
  name: string;
  /** One per hour of the day. */
  cells: readonly { hour: number; count: number; to: string }[];
}

export const heatHeight = 228;

/** Weekdays by hours: the more tickets arrived, the stronger the colour. */
export function HeatMap({ label, rows }: { label: string; rows: readonly HeatRow[] }) {
  const rove = useRove(rows.length, 24);
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const percent = scaleLinear({ domain: [0, most], range: [12, 100] });
  const heat = (count: number) =>
    `color-mix(in oklab, var(--chart-1) ${percent(count)}%, var(--card))`;
  return (
    <div
      className="relative flex-1"
      style={{ minHeight: heatHeight, maxHeight: 1.6 * heatHeight }}
      {...rove.group}
    >
      <table
        className="absolute inset-0 h-full w-full table-fixed border-separate"
        style={{ borderSpacing: 2 }}
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-2xs text-muted-foreground">
            <td className="w-9" />
            {rows[0]?.cells.map(({ hour }) => (
              <th key={hour} scope="col" className="relative h-4 p-0 font-normal">
                <span className="sr-only">{hourName(hour)}</span>
                {hour % 4 === 0 && (
                  <span aria-hidden="true" className="absolute inset-y-0 left-0">
                    {hour}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, row) => (
            <tr key={name}>
              <th
                scope="row"
                className="h-7 p-0 text-left font-normal text-2xs text-muted-foreground"
              >
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span className="sr-only">{name}</span>
              </th>
              {cells.map(({ hour, count, to }) => {
                const words = `${name}, ${hourName(hour)}: ${formatNumber(count)} created`;
                return (
                  <td key={hour} className="relative p-0">
                    <Link
                      to={to}
                      aria-label={words}
                      data-hint={words}
                      data-hint-side="top"
                      style={{ background: count === 0 ? "var(--accent)" : heat(count) }}
                      className="absolute inset-0 rounded-xs forced-color-adjust-none"
                      {...rove.mark(row, hour)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
