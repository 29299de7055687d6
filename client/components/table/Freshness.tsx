import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { type Failure, isSessionOver } from "../../data/errors.ts";
import { cn } from "../cn.ts";
import { Button } from "../ui/button.tsx";
import type { LoadErrorProps } from "./ListError.tsx";

interface FreshnessProps {
  isRefreshing: boolean;
  failure: Failure | null;
  retry: () => void;
  /** The position of the loading hint. */
  className: string;
}

/** Says that a refresh of older data is slow or has failed. */
export function Freshness({ isRefreshing, failure, retry, className }: FreshnessProps) {
  if (failure) return <StaleStrip failure={failure} retry={retry} />;
  return isRefreshing && <Refreshing className={className} />;
}

export function StaleStrip({ failure, retry }: LoadErrorProps) {
  // When offline, only the offline bar says so.
  if (isSessionOver(failure) || failure.offline) return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-note px-4 py-1.5 text-note-foreground text-sm"
    >
      This may be out of date. {failure.message}
      <Button variant="outline" size="xs" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

/** Within this time a refresh needs no explanation. */
const patienceMs = 2_000;

/** Shown above the data when a refresh is slow, without moving it. */
function Refreshing({ className }: { className: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="pointer-events-none relative z-10 h-0 print:hidden">
      {isLate && (
        <span
          className={cn(
            "absolute left-1/2 flex -translate-x-1/2 animate-fade-in items-center gap-2 whitespace-nowrap rounded-full border bg-popover px-3 py-1 text-muted-foreground text-sm shadow-float",
            className,
          )}
        >
          <LoaderCircle className="animate-spin motion-reduce:animate-none" />
          Updating…
        </span>
      )}
    </div>
  );
}
