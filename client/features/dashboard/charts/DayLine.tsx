import { AreaClosed, BarRounded, LinePath } from "@visx/shape";
import { formatNumber } from "../../../components/format/format.ts";
import { namesOfDays } from "../day-names.ts";
import { Axes, ChartFrame } from "./ChartFrame.tsx";
import { Mark } from "./Mark.tsx";
import { chartHeight, countScale, dayScale } from "./scales.ts";
import { useRove } from "./use-rove.ts";

interface PointOfDay {
  day: string;
  value: number;
  to: string;
}

interface DayLineProps {
  label: string;
  /** The words after a number: `38 open`. */
  says: string;
  days: readonly PointOfDay[];
}

const oneBar = 52;

/** A line over the days, each of which links to its tickets. A single day is shown as a bar. */
export function DayLine({ label, says, days }: DayLineProps) {
  const rove = useRove(1, days.length);
  const names = days.map(({ day }) => day);
  const { long } = namesOfDays(names);
  const y = countScale(Math.max(0, ...days.map(({ value }) => value)), chartHeight);
  return (
    <ChartFrame label={label} {...rove.group}>
      {(width) => {
        const x = dayScale(names, width, 0);
        const middle = ({ day }: PointOfDay) => (x(day) ?? 0) + x.bandwidth() / 2;
        const height = ({ value }: PointOfDay) => y(value);
        const line = { data: [...days], x: middle, y: height };
        const isLine = days.length > 1;
        return (
          <>
            <Axes days={names} x={x} y={y} width={width} />
            {days.map((point, column) => {
              const words = `${long(point.day)}: ${formatNumber(point.value)} ${says}`;
              const isLast = column === days.length - 1;
              return (
                <Mark
                  key={point.day}
                  to={point.to}
                  label={words}
                  hint={words}
                  x={x(point.day) ?? 0}
                  width={x.bandwidth()}
                  place={rove.mark(0, column)}
                >
                  {isLine ? (
                    <circle
                      cx={middle(point)}
                      cy={height(point)}
                      r={4}
                      className={
                        isLast
                          ? "fill-chart-1"
                          : "fill-transparent group-hover/mark:fill-chart-1 group-focus-visible/mark:fill-chart-1"
                      }
                    />
                  ) : (
                    <BarRounded
                      top
                      radius={2}
                      x={middle(point) - oneBar / 2}
                      y={height(point)}
                      width={oneBar}
                      height={y(0) - height(point)}
                      className="fill-chart-1"
                    />
                  )}
                </Mark>
              );
            })}
            {isLine && (
              <g className="pointer-events-none">
                <AreaClosed {...line} yScale={y} fillOpacity={0.1} className="fill-chart-1" />
                <LinePath
                  {...line}
                  stroke="var(--chart-1)"
                  strokeWidth={2}
                  strokeLinejoin="round"
                />
              </g>
            )}
          </>
        );
      }}
    </ChartFrame>
  );
}
