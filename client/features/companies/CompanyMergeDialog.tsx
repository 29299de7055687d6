import { useState } from "react";
import type { CompanyDetails } from "../../../shared/companies.ts";
import type { CompanyRef } from "../../../shared/users.ts";
import { CompanySelect } from "../../components/pickers/CompanySelect.tsx";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { MergeConsequences } from "./MergeConsequences.tsx";

interface MergeDialogProps {
  source: CompanyDetails;
  /** Set if the merge has started already. */
  into?: CompanyRef;
  onClose: () => void;
}

/** Asks for the target, then shows what changes and who will see more. */
export function CompanyMergeDialog({ source, into, onClose }: MergeDialogProps) {
  const [target, setTarget] = useState<CompanyRef | null>(into ?? null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={
          <>
            Merge <bdi>{source.name}</bdi> into another company
          </>
        }
        description="You can't undo a merge."
        className="max-w-130"
      >
        <CompanySelect
          label="Into"
          value={target}
          onChange={setTarget}
          without={[source.id]}
          disabled={into !== undefined}
          isFirst
        />
        {target && (
          <MergeConsequences
            key={target.id}
            sourceId={source.id}
            targetId={target.id}
            onClose={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
