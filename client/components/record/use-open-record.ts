import { useRef } from "react";
import { useLocation } from "react-router-dom";
import { recordIn } from "./record-address.ts";
import { useRoomForBoth } from "./record-pane.ts";

/** The list and open record in the address. `area`: `/user`. */
export function useOpenRecord(area: string) {
  const { pathname, search } = useLocation();
  const open = recordIn(area, pathname);
  const last = useRef(open);
  if (open !== null) last.current = open;
  const covered = !useRoomForBoth() && open !== null;
  return {
    open,
    /** The open record, or the last one. */
    last: last.current,
    /** Whether the record covers the list. */
    covered,
    /** The list's address with nothing open. */
    listAddress: `${area}/log${search}`,
  };
}
