import "./features/tickets/ticket-core.ts";
import { TicketPage } from "./features/tickets/TicketPage.tsx";
import { Inside } from "./inside.ts";

/** An opened ticket. With what every page has, so that what both use is one file. */
export { Inside, TicketPage };
