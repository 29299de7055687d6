import { ChartColumn, Download, Table2, Unplug } from "lucide-react";
import { memo, type ReactNode, useDeferredValue, useId, useMemo, useState } from "react";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";
import { isSessionOver, readFailure } from "../../../data/errors.ts";

/** What a block needs from its query. */
interface BlockQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  /** The data belongs to the previous query. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface BlockProps<Data> {
  title: string;
  /** The definition of the figures: shown on hover and read out. */
  definition: string;
  /** Shown next to the title, such as a legend. */
  aside?: ReactNode;
  query: BlockQuery<Data>;
  /** The address of its figures as CSV. */
  csv: string;
  /** Whether it can be shown as a table. */
  hasTable?: boolean;
  skeleton: ReactNode;
  /** Rendered one frame after the blocks above it. */
  isSecondary?: boolean;
  /** Its share of a row, as the CSS property. */
  flex?: string;
  children: (data: Data, asTable: boolean) => ReactNode;
}

/** Two per row where there is room. */
const half = "1 1 30rem";

/** A panel that loads, fails and is retried on its own. */
export function Block<Data>(props: BlockProps<Data>) {
  const { title, definition, aside, query, csv, hasTable = true, skeleton, flex = half } = props;
  const [asTable, setAsTable] = useState(false);
  const { children, isSecondary = false } = props;
  const { data, isPlaceholderData: isOld } = query;
  const [seenBefore] = useState(data !== undefined);
  const wanted = useMemo(
    () =>
      data === undefined ? null : { draw: () => children(data, asTable), data, asTable, isOld },
    [children, data, asTable, isOld],
  );
  // A click is handled first: a block with many marks is rendered afterwards.
  const drawn = useDeferredValue(wanted, isSecondary ? null : undefined);
  // Not rendered again with the page while its data is unchanged.
  const isDrawn = drawn?.data === data && drawn?.asTable === asTable && drawn.isOld === isOld;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-describedby={`${id}-counts`}
      aria-busy={data === undefined || isOld || !isDrawn}
      data-hint-bounds=""
      style={{ flex }}
      className="flex min-w-0 flex-col rounded-lg border bg-card px-3.5 pt-2.5 pb-3.5"
    >
      <div className="mb-2 flex items-start gap-1">
        <div className="mr-2 flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <Hint label={definition}>
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
          </Hint>
          <p id={`${id}-counts`} className="sr-only">
            {definition}
          </p>
          {aside}
        </div>
        <div className="flex print:hidden">
          {data !== undefined && <OutOfDate query={query} />}
          {hasTable && (
            <IconButton
              label={asTable ? "Show as chart" : "Show as table"}
              aria-label={`${asTable ? "Show as chart" : "Show as table"}: ${title}`}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <ChartColumn /> : <Table2 />}
            </IconButton>
          )}
          <Hint label="Download as CSV">
            <Button asChild variant="ghost" size="icon-sm">
              <a href={csv} download aria-label={`Download as CSV: ${title}`}>
                <Download />
              </a>
            </Button>
          </Hint>
        </div>
      </div>
      {data !== undefined && drawn ? (
        <div className={cn("flex min-h-0 flex-1 flex-col", drawn.isOld && "opacity-55")}>
          <Drawn draw={drawn.draw} />
        </div>
      ) : query.isError && data === undefined ? (
        <Trouble query={query}>{skeleton}</Trouble>
      ) : (
        <div
          role="status"
          aria-label={`${title}: loading`}
          className={cn(seenBefore && "invisible")}
        >
          {skeleton}
        </div>
      )}
    </section>
  );
}

/** Memoized: rendered again only when `draw` changes. */
const Drawn = memo(function Drawn({ draw }: { draw: () => ReactNode }) {
  return draw();
});

interface LoadErrorProps {
  query: BlockQuery<unknown>;
  /** One row high. */
  isLow?: boolean;
  children: ReactNode;
}

/** An error in the size of the block; on phones only as large as its text. */
export function Trouble({ query, isLow = false, children }: LoadErrorProps) {
  const failure = readFailure(query.error);
  if (isSessionOver(failure)) return null;
  return (
    <div className="relative">
      <div className="invisible max-shell:hidden">{children}</div>
      <div
        role="alert"
        className={cn(
          "inset-0 flex items-center max-shell:py-4 shell:absolute justify-center gap-x-3 gap-y-2 overflow-y-auto text-center",
          isLow ? "flex-wrap" : "flex-col",
        )}
      >
        <Unplug className="text-faint" />
        <p className="max-w-80 text-balance text-muted-foreground">{failure.message}</p>
        {!failure.offline && (
          <Button size="sm" variant="outline" onClick={() => query.refetch()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

function OutOfDate({ query }: { query: BlockQuery<unknown> }) {
  if (!query.isError) return null;
  const failure = readFailure(query.error);
  // When offline, only the offline bar says so.
  if (failure.offline) return null;
  return (
    <Hint label={failure.message}>
      <Button
        size="xs"
        variant="ghost"
        className="text-note-foreground"
        onClick={() => query.refetch()}
      >
        Out of date: try again
      </Button>
    </Hint>
  );
}
