import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { jobLimits } from "../../../../shared/jobs.ts";
import { handleCallError, notifyError, readFailure } from "../../../data/errors.ts";
import { formatNumber } from "../../format/format.ts";
import { notify } from "../../notices.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useMounted } from "../../use-mounted.ts";

interface SelectionBarProps {
  label?: string;
  /** The count, or the prompt of a shortcut. */
  lead: ReactNode;
  /** The actions. */
  children: ReactNode;
  /** Set while rows are selected. */
  onClear?: (() => void) | undefined;
}

/** Floats above the end of a list while rows are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { label = "Selection", lead, children, onClear } = props;
  return (
    <section
      aria-label={label}
      data-slot="selection-bar"
      className="@container pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-3 max-shell:bottom-2"
    >
      <div className="pointer-events-auto flex max-w-full animate-rise-in flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-popover py-2 pr-2 pl-3.5 text-popover-foreground shadow-float">
        {lead}
        <div className="flex flex-wrap items-center gap-1.5 @max-[40rem]:order-last @max-[40rem]:basis-full @max-[40rem]:justify-between @max-[40rem]:gap-1">
          {children}
        </div>
        {onClear && (
          <IconButton
            label="Clear the selection"
            shortcut="Esc"
            className="ml-auto @max-[40rem]:-my-2"
            onClick={onClear}
          >
            <X />
          </IconButton>
        )}
      </div>
    </section>
  );
}

interface HowManyProps {
  size: number;
  /** The list's total, once known. */
  count: number | undefined;
  /** A further note. */
  note?: ReactNode;
  /** Selects everything that matches, up to the limit of a bulk change. */
  all?: AllOfListOptions;
}

export function HowMany({ size, count = 0, note, all }: HowManyProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 @max-[40rem]:min-w-0 @max-[40rem]:flex-1">
      <span className="font-semibold tabular-nums">{formatNumber(size)} selected</span>{" "}
      {count > size && (
        <span className="text-muted-foreground tabular-nums">of {formatNumber(count)}</span>
      )}
      {note && <span className="text-muted-foreground">· {note}</span>}
      {all && size < Math.min(count, jobLimits.items) && <ChooseAll {...all} count={count} />}
    </p>
  );
}

function ChooseAll({ count, ...options }: AllOfListOptions & { count: number }) {
  const { chooseAll, isFetching } = useAllOfList(options);
  const most = jobLimits.items;
  return (
    <>
      <span className="text-muted-foreground">·</span>
      <Button variant="link" size="inline" disabled={isFetching} onClick={chooseAll}>
        {count > most
          ? `select the first ${formatNumber(most)} that match`
          : `select all ${formatNumber(count)} that match`}
      </Button>
    </>
  );
}

interface AllOfList {
  ids: readonly string[];
  /** More match than can be changed together. */
  more: boolean;
}

interface AllOfListOptions {
  fetch: () => Promise<AllOfList>;
  choose: (ids: readonly string[]) => void;
}

/**
 * Loads the ids of all rows of a list and selects them, up to the limit of a bulk change. Cancelled when the
 * list changes or the selection is cleared.
 */
function useAllOfList({ fetch, choose }: AllOfListOptions) {
  const [isFetching, setFetching] = useState(false);
  const mounted = useMounted();
  const chooseAll = async (): Promise<void> => {
    setFetching(true);
    try {
      const { ids, more } = await fetch();
      if (!mounted.current) return;
      choose(ids);
      if (!more) return;
      const most = formatNumber(jobLimits.items);
      notify({
        kind: "warning",
        title: `The first ${most} are selected`,
        message: `More than ${most} match. Change these first, or add a filter.`,
      });
    } catch (error) {
      if (!mounted.current) return;
      handleCallError(error, { showsError: true });
      notifyError("Couldn't select them", readFailure(error), () => void chooseAll());
    } finally {
      setFetching(false);
    }
  };
  return { chooseAll: () => void chooseAll(), isFetching };
}
