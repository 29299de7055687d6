import { isStaff } from "../../shared/access.ts";
import { useViewer } from "../lib/viewer.ts";
import { CustomerTickets } from "./CustomerTickets.tsx";
import { StaffTickets } from "./StaffTickets.tsx";

export function TicketListPage() {
  return isStaff(useViewer()) ? <StaffTickets /> : <CustomerTickets />;
}
