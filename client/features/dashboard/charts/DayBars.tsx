import { BarRounded } from "@visx/shape";
import { formatNumber } from "../../../components/format/format.ts";
import { Axes, ChartFrame } from "./ChartFrame.tsx";
import { Mark } from "./Mark.tsx";
import { chartHeight, countScale, dayScale } from "./scales.ts";
import { useRove } from "./use-rove.ts";

interface BarSeries {
  /** The word after a number: `6 created`. */
  says: string;
  fill: string;
}

interface BarGroup {
  /** The day, or the first of several. */
  day: string;
  /** The accessible name. */
  name: string;
  /** One per series. */
  bars: { value: number; to: string }[];
}

interface DayBarsProps {
  label: string;
  series: readonly BarSeries[];
  groups: readonly BarGroup[];
}

const widestBar = 26;

/** A bar per day and series, side by side; each links to its tickets. */
export function DayBars({ label, series, groups }: DayBarsProps) {
  const rove = useRove(series.length, groups.length);
  const days = groups.map(({ day }) => day);
  const largest = Math.max(0, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const y = countScale(largest, chartHeight);
  return (
    <ChartFrame label={label} {...rove.group}>
      {(width) => {
        const x = dayScale(days, width, 0.2);
        const room = x.step() / series.length;
        const wide = Math.min(widestBar, x.bandwidth() / series.length);
        const gap = Math.min(1, wide * 0.15);
        return (
          <>
            <Axes days={days} x={x} y={y} width={width} />
            {groups.map(({ day, name, bars }, column) => {
              const words = bars.map(
                ({ value }, row) => `${formatNumber(value)} ${series[row]?.says}`,
              );
              const middle = (x(day) ?? 0) + x.bandwidth() / 2;
              return bars.map(({ value, to }, row) => (
                <Mark
                  key={`${day} ${series[row]?.says}`}
                  to={to}
                  label={`${name}: ${words[row]}`}
                  hint={`${name}: ${words.join(", ")}`}
                  x={middle - x.step() / 2 + room * row}
                  width={room}
                  place={rove.mark(row, column)}
                >
                  <BarRounded
                    top
                    radius={Math.min(2, wide / 4)}
                    x={middle + wide * (row - series.length / 2) + gap / 2}
                    y={y(value)}
                    width={wide - gap}
                    height={y(0) - y(value)}
                    className={series[row]?.fill}
                  />
                </Mark>
              ));
            })}
          </>
        );
      }}
    </ChartFrame>
  );
}
