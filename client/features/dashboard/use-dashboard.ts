import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { todayIn } from "../../../shared/dashboard/days.ts";
import type { DrillContext } from "../../../shared/dashboard/drill.ts";
import type { DayRange } from "../../../shared/dashboard/figures.ts";
import { useListAddress } from "../../components/table/list-address.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";
import { type DashboardView, dashboardAddress } from "./dashboard-address.ts";

/** Each block keeps what it shows until the next has come, and says itself what went wrong. */
export const steady = { placeholderData: keepPreviousData, meta: { showsError: true } };

export interface Dashboard {
  view: DashboardView;
  change: (patch: Partial<DashboardView>) => void;
  timeZone: string;
  today: string;
  /** What every block asks. */
  input: { range: DashboardView["range"]; timeZone: string } & DashboardView["filters"];
  /** What the list of tickets has to know of the days that a block answered for. */
  contextOf: (days: DayRange) => DrillContext;
}

export function useDashboard(): Dashboard {
  const [view, change] = useListAddress(dashboardAddress);
  const timeZone = useTimeZone();
  const today = todayIn(timeZone, new Date(useNow()));
  useAtMidnight(today);
  return useMemo(() => {
    const { range, filters } = view;
    return {
      ...{ view, change, timeZone, today },
      input: { range, timeZone, ...filters },
      contextOf: (days) => ({ filters, days, timeZone, endsToday: days.to >= today }),
    };
  }, [view, change, timeZone, today]);
}

/** What was counted up to yesterday is asked anew: no news come of a day that begins. */
function useAtMidnight(today: string): void {
  const queryClient = useQueryClient();
  const counted = useRef(today);
  useEffect(() => {
    if (counted.current === today) return;
    counted.current = today;
    invalidate(queryClient, "figures");
  }, [today, queryClient]);
}
