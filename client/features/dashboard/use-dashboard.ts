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

/** Each block keeps its data until the next has loaded, and shows its own errors. */
export const steady = { placeholderData: keepPreviousData, meta: { showsError: true } };

export interface Dashboard {
  view: DashboardView;
  change: (patch: Partial<DashboardView>) => void;
  timeZone: string;
  today: string;
  /** The input of every block. */
  input: { range: DashboardView["range"]; timeZone: string } & DashboardView["filters"];
  /** The context of ticket lists for the days a block answered for. */
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
      view,
      change,
      timeZone,
      today,
      input: { range, timeZone, ...filters },
      contextOf: (days) => ({ filters, days, timeZone, endsToday: days.to >= today }),
    };
  }, [view, change, timeZone, today]);
}

/** Refetches at midnight, since no event announces a new day. */
function useAtMidnight(today: string): void {
  const queryClient = useQueryClient();
  const counted = useRef(today);
  useEffect(() => {
    if (counted.current === today) return;
    counted.current = today;
    invalidate(queryClient, "figures");
  }, [today, queryClient]);
}
