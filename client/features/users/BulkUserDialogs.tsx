import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { describeLifetime } from "../../../shared/link-lifetime.ts";
import { formatUserCount, type UserBulkAct } from "../../../shared/user-bulk.ts";
import { deskSendsMail } from "../../app/theme/desk-theme.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { useConfirmedClose } from "../../components/dialogs/unsaved-form.ts";
import { CompanySelect } from "../../components/pickers/CompanySelect.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Dialog, DialogContent, FormFooter } from "../../components/ui/dialog.tsx";
import { SelectField } from "../../components/ui/select-field.tsx";
import { useStore } from "../../data/store.ts";
import { RoleFields, type RoleValues } from "./RoleFields.tsx";

export type BulkQuestion = "role" | "company" | "disable" | "invite";

interface BulkDialogProps {
  count: number;
  /** How many selected users the action does not apply to. */
  leftOut: number;
  onClose: () => void;
  onRun: (act: UserBulkAct) => Promise<void>;
}

const bulkDialogs = {
  role: BulkRoleDialog,
  company: BulkCompanyDialog,
  disable: BulkDisableDialog,
  invite: BulkInviteDialog,
} satisfies Record<BulkQuestion, unknown>;

export function BulkUserDialogs({ asking, ...props }: BulkDialogProps & { asking: BulkQuestion }) {
  const Dialog = bulkDialogs[asking];
  return <Dialog {...props} />;
}

function BulkDisableDialog({ count, onClose, onRun }: BulkDialogProps) {
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    await onRun({ kind: "state", state: "disabled" });
    setPending(false);
  };
  return (
    <ConfirmDialog
      title={`Disable ${formatUserCount(count)}?`}
      description="They are signed out immediately, and their open tickets become unassigned. You can enable them again later. Undo also restores the tickets, for 10 minutes."
      keep="Cancel"
      act={`Disable ${formatUserCount(count)}`}
      destructive
      isPending={isPending}
      onAct={() => void run()}
      onClose={onClose}
    />
  );
}

/** Asks first, because emails cannot be recalled. */
function BulkInviteDialog({ count, leftOut, onClose, onRun }: BulkDialogProps) {
  const [isPending, setPending] = useState(false);
  const sendsMail = useStore(deskSendsMail);
  const run = async () => {
    setPending(true);
    await onRun({ kind: "invite" });
    setPending(false);
  };
  const link = `a link to set a password, valid for ${describeLifetime("invitation")}`;
  return (
    <ConfirmDialog
      title={`Invite ${formatUserCount(count)}?`}
      description={[
        sendsMail
          ? `We'll email each of them ${link}. Earlier links stop working. You can't undo this.`
          : "Email isn't set up, so the invitations are stored under Settings and not sent. Earlier links stop working.",
        ...(leftOut > 0 ? [describeLeftOut(leftOut)] : []),
      ].join(" ")}
      keep="Cancel"
      act={`Invite ${formatUserCount(count)}`}
      isPending={isPending}
      onAct={() => void run()}
      onClose={onClose}
    />
  );
}

function describeLeftOut(count: number): string {
  return count === 1
    ? "1 selected user doesn't need an invitation and is skipped."
    : `${count.toLocaleString("en")} selected users don't need an invitation and are skipped.`;
}

/** Agents also need a company scope; none is preset. */
function BulkRoleDialog({ count, onClose, onRun }: BulkDialogProps) {
  const [values, setValues] = useState<RoleValues>({
    role: "Customer",
    companyScope: null,
    companies: [],
  });
  const [missing, setMissing] = useState<{ scope: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (missing) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [missing]);
  const [isPending, setPending] = useState(false);
  const { role, companyScope, companies } = values;
  const isChosen = role !== "Customer" || companies.length > 0;
  const leave = useConfirmedClose(() => isChosen && !isPending, onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (role === "Agent" && companyScope === null) {
      setMissing({ scope: "Choose which companies these agents can see." });
      return;
    }
    setPending(true);
    await onRun({
      kind: "role",
      role,
      ...(role === "Agent" && companyScope && { companyScope }),
      ...(companies.length > 0 && { companyIds: companies.map(({ id }) => id) }),
    });
    setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={`Set the role of ${formatUserCount(count)}`}
        description="Changing the role clears company access and signs these users out."
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
            isSelf={false}
            of="many"
            onRole={(next) => setValues({ role: next, companyScope: null, companies: [] })}
            onChange={(change) => {
              setValues({ ...values, ...change });
              setMissing(null);
            }}
          />
          <FormFooter act="Set role" isPending={isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function BulkCompanyDialog({ count, onClose, onRun }: BulkDialogProps) {
  const id = useId();
  const [change, setChange] = useState<"add" | "remove">("add");
  const [company, setCompany] = useState<{ id: string; name: string } | null>(null);
  const [seesAllTickets, setSeesAllTickets] = useState(false);
  const [isPending, setPending] = useState(false);
  const isChosen = company !== null || change !== "add" || seesAllTickets;
  const leave = useConfirmedClose(() => isChosen && !isPending, onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!company || isPending) return;
    setPending(true);
    const companyId = company.id;
    await onRun(
      change === "add"
        ? { kind: "add-company", companyId, ...(seesAllTickets && { seesAllTickets }) }
        : { kind: "remove-company", companyId },
    );
    setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={`Company of ${formatUserCount(count)}`}
        description="Customers become members of the company. Agents are assigned to it."
        className="max-w-110"
      >
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <SelectField
            label="Change"
            value={change}
            options={["add", "remove"]}
            nameOf={(each) => (each === "add" ? "Add to a company" : "Remove from a company")}
            onChange={setChange}
          />
          <CompanySelect value={company} onChange={setCompany} />
          {change === "add" && (
            <span className="flex items-center gap-2">
              <Checkbox
                id={id}
                checked={seesAllTickets}
                onCheckedChange={(checked) => setSeesAllTickets(checked === true)}
              />
              <label htmlFor={id}>Customers can see all company tickets</label>
            </span>
          )}
          <FormFooter
            act={change === "add" ? "Add to company" : "Remove from company"}
            isPending={isPending}
            disabled={!company}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
