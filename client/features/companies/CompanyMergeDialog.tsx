import { useState } from "react";
import type { CompanyDetails } from "../../../shared/companies.ts";
import type { CompanyRef } from "../../../shared/users.ts";
import { CompanyChoices } from "../../components/pickers/CompanyChoices.tsx";
import { PickButton } from "../../components/pickers/PickButton.tsx";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
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
        <Field label="Into">
          {(control) => (
            <PickButton
              control={control}
              label="Into"
              shown={<bdi>{target?.name ?? "Choose a company"}</bdi>}
              isChosen={target !== null}
              disabled={into !== undefined}
              isFirst
              className="w-(--radix-popover-trigger-width)"
            >
              {(close) => (
                <CompanyChoices
                  chosen={target?.id}
                  without={[source.id]}
                  onChoose={(company) => {
                    setTarget(company);
                    close();
                  }}
                />
              )}
            </PickButton>
          )}
        </Field>
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
