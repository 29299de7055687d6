import { sql } from "kysely";
import { AppError, errorCatalogue } from "../../shared/errors.ts";
import type { PreviewMergeInput } from "../../shared/schemas/ticket-merge.ts";
import { type MergeParty, type MergePreview, previewMerge } from "../../shared/tickets/merge.ts";
import type { ActorDeps } from "../actor.ts";
import { isSeen, scopeOf } from "./scope.ts";
import { canRequest, readParticipants } from "./participants.ts";

/** Whether tickets can be merged into another, and who would see what, before it is done. */
export async function previewMergeOf(
  deps: ActorDeps,
  { targetId, sourceIds }: PreviewMergeInput,
): Promise<MergePreview> {
  const ids = [...new Set(sourceIds)];
  const parties = await readParties(deps, targetId, ids);
  const target = parties.get(targetId);
  if (!target) throw new AppError("not_found");
  const sources = ids.flatMap((id) => parties.get(id) ?? []);
  const { refusals, ...named } = previewMerge(sources, target);
  const { message } = errorCatalogue.not_found;
  const missing = ids.filter((id) => !parties.has(id)).map((id) => ({ id, message }));
  return { ...named, refusals: [...refusals, ...missing] };
}

type FoundTicket = Pick<MergeParty, "id" | "number" | "state">;

async function readParties(
  { db, actor }: ActorDeps,
  targetId: string,
  sourceIds: readonly string[],
): Promise<Map<string, MergeParty>> {
  const { rows } = await sql<FoundTicket>`
    select t.id, t.number, json_build_object(
      'status', t.status, 'companyId', t.company_id, 'requesterId', t.requester_id) as state
    from tickets t
    where t.id = any(${[targetId, ...sourceIds]}::uuid[]) and ${isSeen(scopeOf(actor))}`.execute(
    db,
  );
  const companyId = rows.find(({ id }) => id === targetId)?.state.companyId ?? null;
  const people = await readParticipants(
    db,
    rows.map(({ state }) => state.requesterId),
    companyId,
  );
  return new Map(
    rows.map((ticket) => {
      const requester = people.get(ticket.state.requesterId);
      return [
        ticket.id,
        {
          ...ticket,
          requesterName: requester?.name ?? "The requester",
          requesterBelongs: companyId !== null && canRequest(requester, companyId),
        },
      ];
    }),
  );
}
