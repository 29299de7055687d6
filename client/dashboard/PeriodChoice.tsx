import { Link } from "react-router-dom";
import { type Period, periodNames, periods } from "../../shared/dashboard.ts";
import { cn } from "../lib/cn.ts";
import { periodAddress } from "./period-address.ts";

/** Each choice is an address, so that a link shows a colleague the same. */
export function PeriodChoice({ period }: { period: Period }) {
  return (
    <nav
      aria-label="Period"
      className="flex gap-0.5 max-shell:w-full rounded-md border bg-card p-0.5"
    >
      {periods.map((choice) => (
        <Link
          key={choice}
          to={{ search: periodAddress.write({ period: choice }) }}
          replace
          aria-current={choice === period ? "true" : undefined}
          className={cn(
            "inline-flex h-6.5 items-center justify-center max-shell:flex-1 rounded-sm px-2.5 pointer-coarse:h-11",
            choice === period
              ? "bg-selected font-medium text-selected-foreground"
              : "text-muted-foreground hover:bg-accent hover:text-foreground",
          )}
        >
          <PeriodName period={choice} />
        </Link>
      ))}
    </nav>
  );
}

/** `Last 7 days`, of which narrow screens show `7 days`. */
function PeriodName({ period }: { period: Period }) {
  const [, last, rest] = /^(Last )?(.*)$/.exec(periodNames[period]) ?? [];
  return (
    <>
      {last && <span className="whitespace-pre max-shell:sr-only">{last}</span>}
      {rest}
    </>
  );
}
