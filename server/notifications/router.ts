import { listBellInput, markBellInput } from "../../shared/schemas/notifications.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { markNotificationsRead } from "./commands.ts";
import { countUnreadNotifications, listNotifications } from "./queries.ts";

/** Customers have no bell: they are mailed. */
const staffProcedure = procedureFor("ticket.staffFields");

export const notificationsRouter = router({
  list: staffProcedure
    .input(listBellInput)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  unreadCount: staffProcedure.query(({ ctx }) => countUnreadNotifications(ctx)),
  markRead: staffProcedure
    .input(markBellInput)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx, input)),
});
