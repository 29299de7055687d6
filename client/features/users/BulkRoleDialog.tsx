import { type FormEvent, useEffect, useRef, useState } from "react";
import { usersInWords } from "../../../shared/user-bulk.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../../components/ui/dialog.tsx";
import { useAskedClose } from "../../components/unsaved/use-asked-close.ts";
import type { BulkDialogProps } from "./bulk-dialog.ts";
import { RoleFields, type RoleValues } from "./RoleFields.tsx";

/** The scope of agents is chosen here too, never assumed. */
export function BulkRoleDialog({ count, onClose, onRun }: BulkDialogProps) {
  const [values, setValues] = useState<RoleValues>({
    ...{ role: "Customer", companyScope: null, companies: [] },
  });
  const [missing, setMissing] = useState<{ scope: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (missing) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [missing]);
  const [isPending, setPending] = useState(false);
  const { role, companyScope, companies } = values;
  const isChosen = role !== "Customer" || companies.length > 0;
  const leave = useAskedClose(() => isChosen && !isPending, onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (role === "Agent" && companyScope === null) {
      setMissing({ scope: "Choose what these agents may see." });
      return;
    }
    setPending(true);
    await onRun({
      ...{ kind: "role", role },
      ...(role === "Agent" && companyScope && { companyScope }),
      ...(companies.length > 0 && { companyIds: companies.map(({ id }) => id) }),
    });
    setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={`Set the role of ${usersInWords(count)}`}
        description="Another role empties companies and scope, and ends their sessions."
        className="max-w-110"
      >
        <form
          ref={form}
          onSubmit={(event) => void submit(event)}
          noValidate
          className="flex flex-col gap-4"
        >
          <RoleFields
            values={values}
            errors={{ companyScope: missing?.scope }}
            isOneself={false}
            of="many"
            onRole={(next) => setValues({ role: next, companyScope: null, companies: [] })}
            onChange={(change) => {
              setValues({ ...values, ...change });
              setMissing(null);
            }}
          />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" aria-disabled={isPending}>
              Set role
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
