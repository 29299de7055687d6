import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isStaff } from "../../../../shared/access.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { customerAddress, staffAddress, type TicketList } from "./ticket-list-address.ts";

export type ChangeList = (patch: Partial<TicketList>, as?: { step: boolean }) => void;

/** What the address says is listed, and how to change it; as a step, one can go back to before. */
export function useTicketList(): [TicketList, ChangeList] {
  const { read, write, settle } = isStaff(useViewer()) ? staffAddress : customerAddress;
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useMemo(() => read(new URLSearchParams(search)), [read, search]);
  const change = useCallback<ChangeList>(
    (patch, as) => {
      // The address of this very moment: words may arrive after another change.
      const now = read(new URLSearchParams(location.search));
      // In a ticket that is open beside it one stays at the message that the address names.
      const { hash } = location;
      navigate({ search: write(settle(now, patch)), hash }, { replace: !as?.step });
    },
    [read, write, settle, navigate],
  );
  return [list, change];
}
