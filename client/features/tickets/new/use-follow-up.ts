import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { ComposerFiles } from "../../../components/files/use-composer-files.tsx";
import { draftKeeper } from "../../../data/drafts/keepers.ts";
import { isBlank } from "../../../data/drafts/text.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { numberFollowedUp } from "../follow-up.ts";
import { followUpForm } from "./new-ticket-form.ts";
import type { NewTicket } from "./use-new-ticket.ts";

export interface FollowUpChoice {
  number: number;
  begin: () => void;
  leave: () => void;
}

/**
 * The address names the closed ticket that this one goes on from: the form begins with what is known
 * of it. Where another ticket is begun already, its writer chooses, and till then nothing is lost.
 */
export function useFollowUp(
  { draft, keeper, form, forOthers }: NewTicket,
  files: ComposerFiles,
): FollowUpChoice | null {
  const { id: personId } = useViewer();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const number = forOthers ? numberFollowedUp(search) : null;
  const { data: before } = trpc.tickets.get.useQuery(
    { number: number ?? 0 },
    { enabled: number !== null },
  );
  const leave = () => navigate(pathname, { replace: true });
  const begin = (before: TicketDetails) => {
    const begun = draftKeeper(personId, { ticketId: before.id, kind: "reply" }).state.get();
    files.clear();
    keeper.type({ body: begun.body, form: followUpForm(before) });
    leave();
  };
  const asked = number !== null && draft.loaded ? before : undefined;
  const isBegun = asked !== undefined && form.followUpOf?.id === asked.id;
  const isFree = isBlank(draft) && !draft.other;
  useEffect(() => {
    if (asked && isBegun) leave();
    else if (asked && isFree) begin(asked);
  });
  if (!asked || isBegun || isFree) return null;
  return { number: asked.number, begin: () => begin(asked), leave };
}
