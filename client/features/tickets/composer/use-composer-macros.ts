import { useCallback, useMemo, useState } from "react";
import { can } from "../../../../shared/access.ts";
import { fillPlaceholders, type Macro, unusableStatus } from "../../../../shared/macros.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { statusNames } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { deskName } from "../../../app/navigation/page.ts";
import { describeChanges } from "../../../components/macros/describe-changes.ts";
import { missingMacros } from "../../../components/macros/MacroList.tsx";
import type { MacroValues } from "../../../components/macros/macro-values.ts";
import { useMacros } from "../../../components/macros/use-macros.ts";
import { notify } from "../../../components/notices.ts";
import { closest } from "../../../components/pickers/fits.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { type Change, statusFields } from "../actions/changes.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import type { CompletionSource } from "./completion.ts";
import { type Held, heldFields, heldOf, joinHeld, sentChangesOf } from "./held-changes.ts";
import { movesOf } from "./send-choices.ts";
import { writingOf } from "./send-plan.ts";

interface ComposerMacros {
  /** Undefined for people without macros. */
  source: CompletionSource | undefined;
  held: Held | null;
  setHeld: (held: Held | null) => void;
  managing: Managing | null;
  manage: (managing: Managing | null) => void;
}

interface Managing {
  /** Initial values of a new macro. */
  begin?: Partial<MacroValues>;
}

/** Macros after `/`: the text is inserted at the caret, the changes are made when it is sent. */
export function useComposerMacros(ticket: TicketDetails, keeper: DraftStore): ComposerMacros {
  const viewer = useViewer();
  const { change: changeTicket } = useTicketAction();
  const [managing, manage] = useState<Managing | null>(null);
  const { held } = writingOf(keeper);
  const mayUse = can(viewer, "macro.use");

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
  const saveAs = useCallback(() => manage({ begin: { body: textWithout("", keeper) } }), [keeper]);
  const source = useMemo<CompletionSource>(
    () => ({
      trigger: "/",
      label: "Macros",
      after: "",
      detailsBelow: true,
      nothing: "No macros match.",
      useChoices(query) {
        const { macros, areAll, isWaiting } = useMacros();
        const desk = useStore(deskName);
        const values = valuesOf(ticket, viewer, desk);
        const words = query.trim().toLowerCase();
        const found = closest(query, macros, ({ name }) => [name]).map((macro) => ({
          id: macro.id,
          name: macro.name,
          detail: describeChanges(macro.changes) || undefined,
          insert: fillPlaceholders(macro.body, values),
          onChosen: () => use(macro),
        }));
        const further = [
          { id: "manage", name: "Manage macros…", insert: "", onChosen: () => manage({}) },
          ...(textWithout(`/${query}`, keeper)
            ? [{ id: "save", name: "Save as macro…", insert: "", onChosen: saveAs }]
            : []),
        ].filter(({ name }) => name.toLowerCase().startsWith(words));
        const lack = areAll ? undefined : missingMacros;
        return { choices: [...found, ...further], isWaiting, lack };
      },
    }),
    [ticket, viewer, use, keeper, saveAs],
  );
  return {
    source: mayUse ? source : undefined,
    held: useStore(held),
    setHeld: held.set,
    managing,
    manage,
  };
}

function textWithout(words: string, keeper: DraftStore): string {
  return keeper.state.get().body.replace(words, "").trim();
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

function valuesOf(
  { number, subject, requester, company, staff }: TicketDetails,
  viewer: { firstName: string; lastName: string },
  desk: string,
) {
  return {
    "requester.name": requester.name,
    "requester.firstName": staff?.requesterFirstName ?? "",
    "agent.name": fullName(viewer),
    "agent.firstName": viewer.firstName,
    "company.name": company?.name ?? "",
    "ticket.number": `#${number}`,
    "ticket.subject": subject,
    "desk.name": desk,
  };
}
