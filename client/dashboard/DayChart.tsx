import { useRef } from "react";
import type { DashboardFigures } from "../../shared/dashboard.ts";
import { formatNumber } from "../lib/format.ts";
import { namedDays, ticksUpTo } from "./chart-scale.ts";
import { longDay, shortDay } from "./day-names.ts";
import { useWidth } from "./use-width.ts";

export type Days = DashboardFigures["days"];

const height = 208;
const edge = { top: 8, right: 4, bottom: 24, left: 34 };
const widestBar = 22;

/** Two bars a day. For the eye: the same stands in a table for those who cannot see it. */
export function DayChart({ days }: { days: Days }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} aria-hidden="true" style={{ height }}>
      {width !== null && <Bars days={days} width={width} />}
    </div>
  );
}

function Bars({ days, width }: { days: Days; width: number }) {
  const ticks = ticksUpTo(Math.max(...days.flatMap((day) => [day.created, day.resolved])));
  const top = ticks.at(-1) ?? 1;
  const room = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
  const slot = room.width / days.length;
  const bar = Math.min(widestBar, slot * 0.4);
  const y = (value: number) => edge.top + room.height * (1 - value / top);
  const middle = (index: number) => edge.left + slot * (index + 0.5);
  const named = namedDays(days.length, Math.max(2, Math.floor(room.width / 90)));

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden from those who would hear a title.
    <svg width={width} height={height} className="block text-2xs">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={edge.left}
            x2={width - edge.right}
            y1={y(tick)}
            y2={y(tick)}
            className="stroke-border"
          />
          <text
            x={edge.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-muted-foreground"
          >
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {days.map(({ day, created, resolved }, index) => (
        <g key={day} className="group/day">
          <rect
            data-hint={`${longDay(day)}: ${created} created, ${resolved} resolved`}
            data-hint-side="top"
            x={edge.left + slot * index}
            y={edge.top}
            width={slot}
            height={room.height}
            className="fill-transparent group-hover/day:fill-accent"
          />
          <Bar
            x={middle(index) - bar}
            width={bar}
            y={y(created)}
            foot={y(0)}
            colour="fill-chart-1"
          />
          <Bar x={middle(index)} width={bar} y={y(resolved)} foot={y(0)} colour="fill-chart-2" />
        </g>
      ))}
      {named.map((index) => (
        <text
          key={index}
          x={middle(index)}
          y={height - 6}
          textAnchor={anchorOf(index, days.length, slot)}
          className="fill-muted-foreground"
        >
          {shortDay(days[index]?.day ?? "")}
        </text>
      ))}
    </svg>
  );
}

interface BarProps {
  x: number;
  width: number;
  y: number;
  foot: number;
  colour: string;
}

function Bar({ x, width, y, foot, colour }: BarProps) {
  const gap = Math.min(1, width * 0.15);
  return (
    <rect
      x={x + gap / 2}
      y={y}
      width={Math.max(0.5, width - gap)}
      height={Math.max(0, foot - y)}
      rx={Math.min(1.5, width / 4)}
      className={`pointer-events-none ${colour}`}
    />
  );
}

/** The outermost names stay inside the picture where the days are narrow. */
function anchorOf(index: number, count: number, slot: number): "start" | "middle" | "end" {
  if (slot > 40) return "middle";
  if (index === 0) return "start";
  return index === count - 1 ? "end" : "middle";
}
