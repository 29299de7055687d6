import { useState } from "react";
import { jobLimits } from "../../../../shared/jobs.ts";
import { handleCallError, readFailure, tellRefused } from "../../../data/errors.ts";
import { formatNumber } from "../../format/format.ts";
import { notify } from "../../notices.ts";
import { useMounted } from "../../use-mounted.ts";

interface AllOfList {
  ids: readonly string[];
  /** There are more than can be changed at once. */
  more: boolean;
}

export interface AllOfListOptions {
  fetch: () => Promise<AllOfList>;
  choose: (ids: readonly string[]) => void;
}

/**
 * Fetches which rows a list has in all, to choose them: as many as can be changed at once. Whoever has
 * gone on to another list, or chosen nothing after all, chooses none of them.
 */
export function useAllOfList({ fetch, choose }: AllOfListOptions) {
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
      tellRefused("Couldn't select them", readFailure(error), () => void chooseAll());
    } finally {
      setFetching(false);
    }
  };
  return { chooseAll: () => void chooseAll(), isFetching };
}
