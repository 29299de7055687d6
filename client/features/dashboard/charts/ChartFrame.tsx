import { GridRows } from "@visx/grid";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { formatNumber } from "../../../components/format/format.ts";
import { useWidth } from "../../../components/use-width.ts";
import { namesOfDays } from "../day-names.ts";
import { chartHeight, type countScale, type dayScale, edge, namedDays, ticksOf } from "./scales.ts";

interface ChartFrameProps extends Omit<ComponentProps<"svg">, "children"> {
  label: string;
  /** Called once the width is known. */
  children: (width: number) => ReactNode;
}

/** A chart as wide as its panel, with links as marks. On paper it shrinks with the page. */
export function ChartFrame({ label, children, ...props }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} style={{ minHeight: chartHeight }}>
      {width !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a picture holds no fieldset.
        <svg
          role="group"
          aria-label={label}
          viewBox={`0 0 ${width} ${chartHeight}`}
          width={width}
          height={chartHeight}
          className="block max-w-full text-2xs"
          {...props}
        >
          {children(width)}
        </svg>
      )}
    </div>
  );
}

/** `12K`, where the full number does not fit. */
const compact = new Intl.NumberFormat("en", { notation: "compact" });

interface AxesProps {
  days: readonly string[];
  x: ReturnType<typeof dayScale>;
  y: ReturnType<typeof countScale>;
  width: number;
}

/** Grid lines at round numbers, and as many day labels as fit. Hidden from screen readers. */
export function Axes({ days, x, y, width }: AxesProps) {
  const ticks = ticksOf(y);
  const { short } = namesOfDays(days);
  const room = width - edge.left - edge.right;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: lines and words of a picture take no focus.
    <g aria-hidden="true" className="pointer-events-none">
      <GridRows
        scale={y}
        left={edge.left}
        width={room}
        tickValues={ticks}
        stroke="var(--border)"
        shapeRendering="crispEdges"
      />
      {ticks.map((tick) => (
        <text
          key={tick}
          x={edge.left - 8}
          y={y(tick) + 4}
          textAnchor="end"
          className="fill-muted-foreground tabular-nums"
        >
          {tick < 10_000 ? formatNumber(tick) : compact.format(tick)}
        </text>
      ))}
      {namedDays(days.length, Math.max(2, Math.floor(room / 90))).map((index) => {
        const day = days[index] ?? "";
        return (
          <text
            key={day}
            x={(x(day) ?? 0) + x.bandwidth() / 2}
            y={chartHeight - 6}
            textAnchor="middle"
            className="fill-muted-foreground"
          >
            {short(day)}
          </text>
        );
      })}
    </g>
  );
}
