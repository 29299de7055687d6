import { AppError } from "../../shared/errors.ts";
import { isTimeout } from "../db/connection/client.ts";
import { signedInProcedure } from "./trpc.ts";

/**
 * For calls that may search: those with a query take turns per person and use the connections of
 * searches, whose statements are stopped after two seconds.
 */
export const searchProcedure = signedInProcedure.use(async ({ ctx, getRawInput, next }) => {
  const { searches } = ctx.services;
  if (!hasQuery(await getRawInput())) return await next({ ctx });
  const search = () => next({ ctx: { ...ctx, db: searches.db } });
  return refuseIfTooSlow(await searches.limit.run(ctx.actor.id, search));
});

/** For counts, which may read as much without a query. */
export const countProcedure = searchProcedure.use(async ({ ctx, next }) =>
  refuseIfTooSlow(await next({ ctx: { ...ctx, db: ctx.services.searches.db } })),
);

function hasQuery(input: unknown): boolean {
  return typeof input === "object" && input !== null && "q" in input && !!input.q;
}

/** A statement that was stopped is the search's fault, not the database's: retrying won't help. */
function refuseIfTooSlow<Result extends { ok: boolean; error?: Error }>(result: Result): Result {
  if (isTimeout(result.error?.cause)) throw new AppError("search_too_slow");
  return result;
}
