import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../../shared/access.ts";
import { hasWords } from "../../../../shared/search/words.ts";
import type { ListGroup } from "../../../../shared/tickets/list-display.ts";
import { usePreference } from "../../../data/session/use-preference.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { customerAddress, staffAddress, type TicketList } from "./ticket-list-address.ts";

export type ChangeList = (patch: Partial<TicketList>, as?: { step: boolean }) => void;

/** The list in the address, and how to change it; a `step` is one that Back returns from. */
export function useTicketList(): [TicketList, ChangeList] {
  const { read, write, settle } = isStaff(useViewer()) ? staffAddress : customerAddress;
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useMemo(() => read(new URLSearchParams(search)), [read, search]);
  const change = useCallback<ChangeList>(
    (patch, as) => {
      // The current address: a search may arrive after another change.
      const now = read(new URLSearchParams(location.search));
      // An open ticket stays at the message the address names.
      const { hash } = location;
      navigate({ search: write(settle(now, patch)), hash }, { replace: !as?.step });
    },
    [read, write, settle, navigate],
  );
  return [list, change];
}

/** The list as it is read: a grouped one is sorted by its groups, except in a search for words. */
export function useGroupedList(list: TicketList): { list: TicketList; group: ListGroup | null } {
  const { listGroup } = useViewer();
  const group = listGroup !== null && !hasWords(list.search, "staff") ? listGroup : null;
  const grouped = useMemo(
    () => (group ? { ...list, sort: group, descending: false } : list),
    [list, group],
  );
  return { list: grouped, group };
}

/** Sorts the list; a grouped one then has no groups. */
export function useSortBy(change: ChangeList) {
  const { listGroup } = useViewer();
  const setGroup = usePreference("listGroup");
  return (order: Partial<Pick<TicketList, "sort" | "descending">>) => {
    if (listGroup !== null) setGroup(null);
    change(order);
  };
}
