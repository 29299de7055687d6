import { initTRPC } from "@trpc/server";
import { type Capability, can } from "../../shared/access.ts";
import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
} from "../../shared/errors.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import type { Actor, Credential } from "../access/actor.ts";
import type { SignedIn } from "../auth/session.ts";
import type { Db } from "../db/database.ts";
import { toRefusal } from "../http/errors.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { JobHandlers } from "../jobs/handlers.ts";
import type { Services } from "../services.ts";

/** The request as seen by a procedure: of HTTP only what commands need. */
export interface Context {
  services: Services;
  db: Db;
  now: Date;
  requestId: string;
  /** The address of the request, as far as it can be trusted. */
  ipAddress: string;
  network: string;
  signedIn: SignedIn | null;
  /** The session cookie has expired or is unknown. */
  deadCookie: boolean;
  /** The token of the link in a mail by which the page was opened. */
  linkToken: string | undefined;
}

interface ErrorData extends Omit<ErrorDetails, "message"> {
  code: ErrorCode;
  httpStatus: number;
  requestId: string | null;
}

export interface Meta {
  /** Anyone can call it, so its body may be at most 16 KB. */
  isPublic?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // tRPC would put any thrown message into its answer, SQL and stack included.
    errorFormatter({ shape, error, ctx }) {
      const { code, message, status, unexpected: _, ...details } = toRefusal(error);
      const data: ErrorData = {
        ...details,
        code,
        httpStatus: status,
        requestId: ctx?.requestId ?? null,
      };
      return { code: shape.code, message, data };
    },
  });

export const router = t.router;

/** Gives tRPC the right status of our own errors, and wakes other servers after a mutation. */
const baseProcedure = t.procedure.use(async ({ ctx, type, next }) => {
  const result = await next();
  if (result.ok && type === "mutation") ctx.services.wakeup.wake();
  if (!result.ok) {
    const { code } = toRefusal(result.error);
    Object.assign(result.error, { code: errorCatalogue[code].trpc });
  }
  return result;
});

/** For everyone, signed in or not. */
export const publicProcedure = baseProcedure.meta({ isPublic: true });

/** For signed-in people; the command receives the actor. */
export const signedInProcedure = baseProcedure.use(({ ctx, next }) => {
  if (!ctx.signedIn) throw new AppError(ctx.deadCookie ? "session_expired" : "not_signed_in");
  return next({ ctx: { ...ctx, ...actingAs(ctx.signedIn) } });
});

/** For visitors with the link in a customer's mail; a session gives no rights here. */
export const oneTicketProcedure = baseProcedure.use(async ({ ctx, next }) => {
  const { link, person } = await ctx.services.oneTicketLinks.open(ctx, ctx.linkToken);
  const signedInId = ctx.signedIn?.actor.id ?? null;
  return next({ ctx: { ...ctx, actor: person.actor, credential: null, link, person, signedInId } });
});

/** For roles with the permission; others get "forbidden". */
export function procedureFor(capability: Capability, base = signedInProcedure) {
  return base.use(({ ctx, next }) => {
    if (!can(ctx.actor, capability)) throw new AppError("forbidden");
    return next();
  });
}

/** The same, but other roles must not learn that it exists. */
export function hiddenProcedureFor(capability: Capability) {
  return signedInProcedure.use(({ ctx, next }) => {
    if (!can(ctx.actor, capability)) throw new AppError("not_found");
    return next();
  });
}

/** The context of a signed-in caller. */
interface Acting {
  actor: Actor;
  credential: Credential;
  sessionId: string;
  viewer: ViewerProfile;
  handlers: JobHandlers;
}

export type ActingContext = Context & Acting;

function actingAs({ actor, credential, sessionId, viewer }: SignedIn): Acting {
  return { actor, credential, sessionId, viewer, handlers: jobHandlers };
}
