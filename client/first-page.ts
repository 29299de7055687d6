import { Inside } from "./app/Inside.tsx";
import { TicketListPage } from "./features/tickets/TicketListPage.tsx";

/** What every signed-in person's first page needs, so that it comes as one file. */
export { Inside, TicketListPage };
