import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import type { CompanyDetails } from "../../shared/companies.ts";
import type { CompanyRef } from "../../shared/users.ts";
import { cn } from "../lib/cn.ts";
import { CompanyChoices } from "../parts/pickers/CompanyChoices.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogContent } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { MergeConsequences } from "./MergeConsequences.tsx";

interface MergeDialogProps {
  source: CompanyDetails;
  /** Where it is on its way already. */
  into?: CompanyRef;
  onClose: () => void;
}

/** First into which company, then what that means; nobody's sight widens that was not shown. */
export function CompanyMergeDialog({ source, into, onClose }: MergeDialogProps) {
  const [target, setTarget] = useState<CompanyRef | null>(into ?? null);
  const [choosing, setChoosing] = useState(false);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={
          <>
            Merge <bdi>{source.name}</bdi> into another company
          </>
        }
        description="A merge cannot be taken back."
        className="max-w-130"
      >
        <Field label="Into">
          {(control) => (
            <Popover open={choosing} onOpenChange={setChoosing}>
              <PopoverTrigger asChild>
                <Button
                  {...control}
                  data-first=""
                  variant="outline"
                  disabled={into !== undefined}
                  size="lg"
                  className="w-full justify-between px-2.5 font-normal"
                >
                  <bdi className={cn("truncate", !target && "text-muted-foreground")}>
                    {target?.name ?? "Choose a company"}
                  </bdi>
                  <ChevronsUpDown className="text-muted-foreground" />
                </Button>
              </PopoverTrigger>
              <PopoverContent aria-label="Into" className="w-96 max-w-[90vw] p-2">
                <CompanyChoices
                  chosen={target?.id}
                  without={[source.id]}
                  onChoose={(company) => {
                    setTarget(company);
                    setChoosing(false);
                  }}
                />
              </PopoverContent>
            </Popover>
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
