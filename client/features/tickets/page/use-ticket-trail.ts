import { isStaff } from "../../../../shared/access.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { findSaved, nameOf, useSavedViews } from "../views/use-saved-views.ts";

/** Where one is, and the way back. Until the ticket `isThere` nothing is asked for what a saved view is called. */
export function useTicketTrail(number: number, listAddress: string, isThere: boolean): void {
  const staff = isStaff(useViewer());
  const [list] = useTicketList();
  const saved = findSaved(useSavedViews(staff && isThere && list.saved !== null), list);
  const isNamed = isThere || list.saved === null || saved !== undefined;
  const view = isNamed ? [{ label: nameOf(list, saved), to: listAddress }] : [];
  const trail = staff
    ? [{ label: "Tickets", to: "/ticket/log" }, ...view]
    : [{ label: "Tickets", to: listAddress }];
  usePage(...trail, `#${number}`);
}
