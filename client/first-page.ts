import { Inside } from "./shell/Inside.tsx";
import { TicketListPage } from "./tickets/TicketListPage.tsx";

/** What every signed-in person's first page needs, so that it comes as one file. */
export { Inside, TicketListPage };
