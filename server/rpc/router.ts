import { apiTokensRouter } from "../api/router.ts";
import { webhooksRouter } from "../api/webhooks/router.ts";
import { auditRouter } from "../audit/router.ts";
import { accountRouter, sessionRouter } from "../auth/router.ts";
import { companiesRouter } from "../companies/router.ts";
import { dashboardRouter } from "../dashboard/router.ts";
import { draftsRouter } from "../drafts/router.ts";
import { importsRouter } from "../imports/router.ts";
import { jobsRouter } from "../jobs/router.ts";
import { liveRouter, presenceRouter } from "../live/router.ts";
import { macrosRouter } from "../macros/router.ts";
import { inboundRouter } from "../mail/inbound/router.ts";
import { mailboxesRouter } from "../mail/mailboxes/router.ts";
import { mailsRouter } from "../mail/router.ts";
import { notificationsRouter } from "../notifications/router.ts";
import { deskRouter } from "../settings/router.ts";
import { tagsRouter } from "../tags/router.ts";
import { teamsRouter } from "../teams/router.ts";
import { oneTicketRouter, ticketsRouter } from "../tickets/router.ts";
import { usersRouter } from "../users/router.ts";
import { viewsRouter } from "../views/router.ts";
import { type Meta, router } from "./trpc.ts";

export const appRouter = router({
  session: sessionRouter,
  account: accountRouter,
  users: usersRouter,
  companies: companiesRouter,
  tickets: ticketsRouter,
  oneTicket: oneTicketRouter,
  views: viewsRouter,
  drafts: draftsRouter,
  dashboard: dashboardRouter,
  macros: macrosRouter,
  jobs: jobsRouter,
  imports: importsRouter,
  mails: mailsRouter,
  inbound: inboundRouter,
  mailboxes: mailboxesRouter,
  desk: deskRouter,
  teams: teamsRouter,
  tags: tagsRouter,
  audit: auditRouter,
  apiTokens: apiTokensRouter,
  webhooks: webhooksRouter,
  live: liveRouter,
  notifications: notificationsRouter,
  presence: presenceRouter,
});

export type AppRouter = typeof appRouter;

/** The procedures that anyone can call without a session. */
export const publicProcedures: ReadonlySet<string> = new Set(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>)
    .filter(([, { _def }]) => _def.meta?.isPublic)
    .map(([name]) => name),
);
