import { jobLimits } from "../../../shared/jobs.ts";
import type { TicketIdsInput } from "../../../shared/schemas/tickets.ts";
import type { TicketIds } from "../../../shared/tickets/bulk.ts";
import type { ActorDeps } from "../../actor.ts";
import { pathsOf } from "../../search/path.ts";
import { readListing, sortOf } from "./listing.ts";
import { selectIds } from "./select-page.ts";
import { sourceShape, sourceValues } from "./sources.ts";

/** Every ticket of a list, as far as so many can be changed at once. */
export async function listTicketIds(deps: ActorDeps, input: TicketIdsInput): Promise<TicketIds> {
  const { db, actor, now } = deps;
  const listing = await readListing(deps, input);
  if (listing.nothing) return { ids: [], more: false };
  const limit = jobLimits.items + 1;
  const found = await selectIds(
    db,
    {
      source: sourceShape(listing),
      paths: listing.words ? pathsOf(listing, limit) : null,
      ...{ sort: sortOf(listing, input.sort), descending: input.descending },
      ...{ after: null, atMost: limit },
    },
    { ...sourceValues(listing, { userId: actor.id, now, timeZone: input.timeZone }), limit },
  );
  const ids = found.slice(0, jobLimits.items).map(({ id }) => id);
  return { ids, more: found.length > jobLimits.items };
}
