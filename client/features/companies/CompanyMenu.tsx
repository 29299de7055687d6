import { Archive, ArchiveRestore, Link2, Merge, ScrollText, Users } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CompanyDetails } from "../../../shared/companies.ts";
import { useKeys } from "../../app/keyboard/keys.ts";
import { notify } from "../../components/notices.ts";
import {
  furtherActsOf,
  type RecordChoice,
  RecordMenu,
} from "../../components/record/RecordMenu.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { trackUndo, undoable } from "../../components/undo.ts";
import { copyText } from "../../data/browser/copy-text.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { notifyError } from "../../data/errors.ts";
import type { useCompanyActions } from "./use-company.ts";

const CompanyMergeDialog = lazyDialog(
  () => import("./CompanyMergeDialog.tsx"),
  "CompanyMergeDialog",
);

interface CompanyMenuProps {
  company: CompanyDetails;
  actions: ReturnType<typeof useCompanyActions>;
}

/** The menu of a company. */
export function CompanyMenu({ company, actions }: CompanyMenuProps) {
  const [merging, setMerging] = useState(false);
  const { id, name, state } = company;
  const setState = async (next: typeof state, before: typeof state): Promise<void> => {
    const answer = trackUndo(newRequestId());
    const failure = await actions.change({ state: next }, { state: before });
    if (failure) {
      answer(null);
      return notifyError(`${name} was not changed`, failure, () => void setState(next, before));
    }
    const message =
      next === "archived"
        ? `${name} was archived and can't get new tickets`
        : `${name} was restored`;
    const offer = undoable(() => void setState(before, next), answer);
    if (offer) notify({ kind: "success", message, ...offer });
  };
  const archive = {
    label: "Archive company",
    icon: Archive,
    does: () => setState("archived", state),
  };
  const restore = {
    label: "Restore company",
    icon: ArchiveRestore,
    does: () => setState("active", state),
  };
  const choices: RecordChoice[] = [
    ...(state === "active" ? [archive] : company.mergingInto ? [] : [restore]),
    { label: "Merge into another company…", icon: Merge, does: () => setMerging(true) },
    { label: "Show users", icon: Users, does: { to: `/user/log?company=${id}` } },
    { label: "Show audit log", icon: ScrollText, does: { to: `/audit?on=company&id=${id}` } },
    { label: "Copy link", icon: Link2, does: () => void copyLink(id) },
  ];
  useKeys({ about: name, further: furtherActsOf(choices, useNavigate()) });
  return (
    <>
      <RecordMenu choices={choices} />
      {merging && <CompanyMergeDialog source={company} onClose={() => setMerging(false)} />}
    </>
  );
}

async function copyLink(id: string): Promise<void> {
  const link = `${location.origin}/company/${id}`;
  const copied = await copyText(link);
  notify({ kind: copied ? "success" : "info", message: copied ? "Link copied" : link });
}
