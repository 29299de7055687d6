import { useParams } from "react-router-dom";
import { isStaff } from "../../../shared/access.ts";
import { lazyPart } from "../../app/lazy/lazy-component.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { StaffTickets } from "./list/StaffTickets.tsx";

/** Staff open the list all day; a customer's few tickets come with their own code. */
const CustomerTickets = lazyPart<"CustomerTickets", { number: number | null }>(
  () => import("./list/CustomerTickets.tsx"),
  "CustomerTickets",
);

/** The list, and the ticket that is open beside it or over it. */
export function TicketListPage() {
  const { place } = useParams();
  const number = place === undefined || place === "log" ? null : Number(place);
  if (isStaff(useViewer())) return <StaffTickets number={number} />;
  return <CustomerTickets number={number} />;
}
