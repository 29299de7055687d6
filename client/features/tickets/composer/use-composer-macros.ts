import { useCallback } from "react";
import { type Macro, unusableStatus } from "../../../../shared/macros.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { statusNames } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { notify } from "../../../components/notices.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { type Change, statusFields } from "../actions/changes.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import { type Held, heldFields, heldOf, joinHeld, sentChangesOf } from "./held-changes.ts";
import { movesOf } from "./send-choices.ts";
import { writingOf } from "./send-plan.ts";
import { type MacroTicket, useMacroSource } from "./use-macro-source.ts";

/** Macros of a ticket: what they change is held until the message is sent. */
export function useComposerMacros(ticket: TicketDetails, keeper: DraftStore) {
  const viewer = useViewer();
  const { change: changeTicket } = useTicketAction();
  const { held } = writingOf(keeper);

  const use = useCallback(
    (macro: Macro) => {
      const wishes = heldOf(macro.changes, { id: viewer.id, name: fullName(viewer) });
      if (macro.body.trim() !== "") return held.set(joinHeld(held.get(), wishes));
      const change = changeBy(macro, wishes, ticket);
      if (change) return changeTicket(ticket, change);
      notify({ kind: "warning", ...noEffectNotice(macro, ticket.number) });
    },
    [viewer, ticket, changeTicket, held],
  );
  const known = useCallback(() => macroTicketOf(ticket), [ticket]);
  return {
    ...useMacroSource(keeper, known, use),
    held: useStore(held),
    setHeld: held.set,
  };
}

/** A macro without text changes the ticket immediately. */
function changeBy({ name }: Macro, wishes: Held, ticket: TicketDetails): Change | null {
  const status = movesOf(ticket).find((move) => move === wishes.status);
  const patch = { ...sentChangesOf(wishes), ...(status && { status }) };
  if (Object.keys(patch).length === 0) return null;
  const at = new Date().toISOString();
  return {
    patch,
    show: (shown) => ({
      ...heldFields(shown, wishes),
      ...statusFields(shown, status ?? shown.status, at),
    }),
    done: (what) => `Used “${name}” on ${what}`,
  };
}

/** Why a macro without text changed nothing. */
function noEffectNotice(
  { name, changes }: Macro,
  number: number,
): { title: string; message: string } {
  const title = `“${name}” changed nothing in #${number}`;
  const status = changes.status && statusNames[changes.status];
  if (!status) return { title, message: "This macro has no text and no changes yet." };
  const isOfBefore = unusableStatus(changes) !== undefined;
  return {
    title,
    message: isOfBefore
      ? `Macros can no longer set ${status}. Edit the macro, or set the status by hand.`
      : `This ticket can't be set to ${status} now.`,
  };
}

function macroTicketOf({ number, subject, requester, company, staff }: TicketDetails): MacroTicket {
  return {
    number,
    subject,
    requesterName: requester.name,
    requesterFirstName: staff?.requesterFirstName ?? "",
    companyName: company?.name ?? "",
  };
}
