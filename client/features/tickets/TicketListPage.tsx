import { useParams } from "react-router-dom";
import { isStaff } from "../../../shared/access.ts";
import { lazyComponent } from "../../app/lazy/lazy-component.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { StaffTickets } from "./list/StaffTickets.tsx";

/** Staff use the list all day, so the customer's list is the lazy one. */
const CustomerTickets = lazyComponent(
  () => import("./list/CustomerTickets.tsx"),
  "CustomerTickets",
);

/** The list, and the open ticket next to it or over it. */
export function TicketListPage() {
  const { place } = useParams();
  const number = place === undefined || place === "log" ? null : Number(place);
  if (isStaff(useViewer())) return <StaffTickets number={number} />;
  return <CustomerTickets number={number} />;
}
