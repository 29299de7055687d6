import { TicketPage } from "./features/tickets/LazyTicketPage.tsx";
import { TicketListPage } from "./features/tickets/TicketListPage.tsx";
import { Inside } from "./inside.ts";

/** What every signed-in person's first page needs, loaded together. */
export { Inside, TicketListPage, TicketPage };
