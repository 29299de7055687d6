import { useRef } from "react";
import { useLocation } from "react-router-dom";
import { recordIn } from "./record-address.ts";
import { useRoomForBoth } from "./record-pane.ts";

/** What the address says of a list and the record that is open in it. `area`: `/user`. */
export function useOpenRecord(area: string) {
  const { pathname, search } = useLocation();
  const open = recordIn(area, pathname);
  const last = useRef(open);
  if (open !== null) last.current = open;
  const covered = !useRoomForBoth() && open !== null;
  return {
    open,
    /** The record that is open, or was last. */
    last: last.current,
    /** The record covers the list. */
    covered,
    /** The list as it is, with nothing open. */
    listAddress: `${area}/log${search}`,
  };
}
