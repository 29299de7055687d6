import { Archive, ArchiveRestore, Link2, Merge, Users } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { CompanyDetails } from "../../shared/companies.ts";
import { copyText } from "../lib/browser/copy-text.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { tellRefused } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { RecordMenu } from "../parts/record/RecordMenu.tsx";
import { trackAct, undoable } from "../parts/undo.ts";
import { DropdownMenuItem } from "../ui/dropdown-menu.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import type { useCompanyActs } from "./use-company-acts.ts";

const CompanyMergeDialog = lazyDialog(
  () => import("./CompanyMergeDialog.tsx"),
  "CompanyMergeDialog",
);

interface CompanyMenuProps {
  company: CompanyDetails;
  acts: ReturnType<typeof useCompanyActs>;
}

/** What is done to a company as a whole. */
export function CompanyMenu({ company, acts }: CompanyMenuProps) {
  const [merging, setMerging] = useState(false);
  const { id, name, state } = company;
  const setState = async (next: typeof state, before: typeof state) => {
    const answer = trackAct(newRequestId());
    const failure = await acts.change({ state: next }, { state: before });
    if (failure) {
      answer(null);
      return tellRefused(`${name} was not changed`, failure, () => void setState(next, before));
    }
    const message =
      next === "archived"
        ? `${name} was archived and takes no new tickets`
        : `${name} was taken out of the archive`;
    const offer = undoable(() => void setState(before, next), answer);
    if (offer) notify({ kind: "success", message, ...offer });
  };
  return (
    <>
      <RecordMenu>
        {state === "active" ? (
          <DropdownMenuItem onSelect={() => void setState("archived", state)}>
            <Archive className="text-muted-foreground" />
            Archive company
          </DropdownMenuItem>
        ) : (
          !company.mergingInto && (
            <DropdownMenuItem onSelect={() => void setState("active", state)}>
              <ArchiveRestore className="text-muted-foreground" />
              Take out of archive
            </DropdownMenuItem>
          )
        )}
        <DropdownMenuItem onSelect={() => setMerging(true)}>
          <Merge className="text-muted-foreground" />
          Merge into another…
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to={`/user/log?company=${id}`}>
            <Users className="text-muted-foreground" />
            Show its users
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copyLink(id)}>
          <Link2 className="text-muted-foreground" />
          Copy link
        </DropdownMenuItem>
      </RecordMenu>
      {merging && <CompanyMergeDialog source={company} onClose={() => setMerging(false)} />}
    </>
  );
}

async function copyLink(id: string): Promise<void> {
  const link = `${location.origin}/company/${id}`;
  const copied = await copyText(link);
  notify({ kind: copied ? "success" : "info", message: copied ? "Link copied" : link });
}
