import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../../shared/access.ts";
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
