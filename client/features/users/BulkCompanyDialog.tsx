import { type FormEvent, useId, useState } from "react";
import { usersInWords } from "../../../shared/user-bulk.ts";
import { CompanyChoices } from "../../components/pickers/CompanyChoices.tsx";
import { PickButton } from "../../components/pickers/PickButton.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "../../components/ui/select.tsx";
import { useAskedClose } from "../../components/unsaved/use-asked-close.ts";
import type { BulkDialogProps } from "./bulk-dialog.ts";

/** Puts many into a company, or takes them out of it. */
export function BulkCompanyDialog({ count, onClose, onRun }: BulkDialogProps) {
  const id = useId();
  const [way, setWay] = useState<"add" | "remove">("add");
  const [company, setCompany] = useState<{ id: string; name: string } | null>(null);
  const [seesAllTickets, setSight] = useState(false);
  const [isPending, setPending] = useState(false);
  const isChosen = company !== null || way !== "add" || seesAllTickets;
  const leave = useAskedClose(() => isChosen && !isPending, onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!company || isPending) return;
    setPending(true);
    const companyId = company.id;
    await onRun(
      way === "add"
        ? { kind: "add-company", companyId, ...(seesAllTickets && { seesAllTickets }) }
        : { kind: "remove-company", companyId },
    );
    setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={`Company of ${usersInWords(count)}`}
        description="Of customers it is where they belong, of agents what is assigned to them."
        className="max-w-110"
      >
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <Field label="What to do">
            {(control) => (
              <Select
                value={way}
                onValueChange={(next) => setWay(next === "add" ? next : "remove")}
              >
                <SelectTrigger {...control} />
                <SelectContent>
                  <SelectItem value="add">Add to a company</SelectItem>
                  <SelectItem value="remove">Take out of a company</SelectItem>
                </SelectContent>
              </Select>
            )}
          </Field>
          <Field label="Company">
            {(control) => (
              <PickButton
                control={control}
                label="Company"
                shown={<bdi>{company?.name ?? "Choose a company"}</bdi>}
                isChosen={company !== null}
                className="w-(--radix-popover-trigger-width)"
              >
                {(close) => (
                  <CompanyChoices
                    chosen={company?.id}
                    onChoose={(next) => {
                      setCompany(next);
                      close();
                    }}
                  />
                )}
              </PickButton>
            )}
          </Field>
          {way === "add" && (
            <span className="flex items-center gap-2">
              <Checkbox
                id={id}
                checked={seesAllTickets}
                onCheckedChange={(checked) => setSight(checked === true)}
              />
              <label htmlFor={id}>Customers among them see all company tickets</label>
            </span>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={!company} aria-disabled={isPending}>
              {way === "add" ? "Add to company" : "Take out of company"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
