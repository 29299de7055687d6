import { useCallback, useMemo, useState } from "react";
import { can } from "../../../../shared/access.ts";
import { fillPlaceholders, type Macro } from "../../../../shared/macros.ts";
import { fullName } from "../../../../shared/users.ts";
import { deskName } from "../../../app/navigation/page.ts";
import { describeChanges } from "../../../components/macros/describe-changes.ts";
import { missingMacros } from "../../../components/macros/MacroList.tsx";
import type { MacroValues } from "../../../components/macros/macro-values.ts";
import { useMacros } from "../../../components/macros/use-macros.ts";
import { closest } from "../../../components/pickers/fits.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import type { CompletionSource } from "./completion.ts";

/** The values of a macro's placeholders. A new ticket has no number yet. */
export interface MacroTicket {
  number?: number;
  subject: string;
  requesterName: string;
  requesterFirstName: string;
  companyName: string;
}

interface Managing {
  /** Initial values of a new macro. */
  begin?: Partial<MacroValues>;
}

interface MacroSource {
  /** Undefined for people without macros. */
  source: CompletionSource | undefined;
  managing: Managing | null;
  manage: (managing: Managing | null) => void;
}

/** Macros after `/`: the text is inserted at the caret, `use` makes the changes. */
export function useMacroSource(
  keeper: DraftStore,
  ticket: () => MacroTicket,
  use: (macro: Macro) => void,
): MacroSource {
  const viewer = useViewer();
  const [managing, manage] = useState<Managing | null>(null);
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
        const values = valuesOf(ticket(), viewer, desk);
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
  return { source: can(viewer, "macro.use") ? source : undefined, managing, manage };
}

function textWithout(words: string, keeper: DraftStore): string {
  return keeper.state.get().body.replace(words, "").trim();
}

function valuesOf(
  ticket: MacroTicket,
  viewer: { firstName: string; lastName: string },
  desk: string,
) {
  const { number, subject, requesterName, requesterFirstName, companyName } = ticket;
  return {
    "requester.name": requesterName,
    "requester.firstName": requesterFirstName,
    "agent.name": fullName(viewer),
    "agent.firstName": viewer.firstName,
    "company.name": companyName,
    "ticket.number": number === undefined ? "" : `#${number}`,
    "ticket.subject": subject,
    "desk.name": desk,
  };
}
