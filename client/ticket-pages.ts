import "./features/tickets/ticket-core.ts";
import { HeldMailPage } from "./features/tickets/HeldMailPage.tsx";
import { NewTicketPage } from "./features/tickets/new/NewTicketPage.tsx";
import { Inside } from "./first-page.ts";

/** Pages next to the ticket list, loaded together: apart, they would add to every first page what both use. */
export { HeldMailPage, Inside, NewTicketPage };
