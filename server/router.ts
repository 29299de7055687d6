import { accountRouter, sessionRouter } from "./auth/router.ts";
import { companiesRouter } from "./companies/router.ts";
import { dashboardRouter } from "./dashboard/router.ts";
import { mailsRouter } from "./mail/router.ts";
import { ticketsRouter } from "./tickets/router.ts";
import { router } from "./trpc.ts";
import { usersRouter } from "./users/router.ts";

export const appRouter = router({
  session: sessionRouter,
  account: accountRouter,
  users: usersRouter,
  companies: companiesRouter,
  tickets: ticketsRouter,
  dashboard: dashboardRouter,
  mails: mailsRouter,
});

export type AppRouter = typeof appRouter;
