import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { HeldReason } from "../../shared/inbound-mail.ts";
import { isFreeMail } from "../../shared/mail-domains.ts";
import type { ReceivedMail } from "../../shared/mailboxes.ts";
import { fetchAgain } from "../data/calls/invalidation.ts";
import { useKeyed } from "../data/calls/use-keyed.ts";
import { type Failure, readFailure } from "../data/errors.ts";
import { trpc } from "../data/trpc.ts";
import { ConfirmDialog } from "./dialogs/ConfirmDialog.tsx";
import { notify } from "./notices.ts";
import { Refusal } from "./Refusal.tsx";
import { Button } from "./ui/button.tsx";
import { Checkbox } from "./ui/checkbox.tsx";
import { Field } from "./ui/field.tsx";
import { Input } from "./ui/input.tsx";

/** Reasons that `Always allow sender` can lift. */
const liftable: readonly HeldReason[] = ["blocked", "failed-check", "spam", "not-accepted"];

/** These can become neither a ticket nor a message. */
const final: readonly HeldReason[] = [
  "own",
  "no-sender",
  "disabled-person",
  "unproven-staff",
  "needs-review",
  "needs-requester",
];

/** Written by staff, who are not blocked as senders. */
const ofStaff: readonly HeldReason[] = ["unproven-staff", "needs-review", "needs-requester"];

/** What can be done with a held mail. Each action reads it again, or deletes its content. */
export function HeldMailActions({ mail }: { mail: ReceivedMail }) {
  const { id, sender, reason } = mail;
  const [asked, setAsked] = useState<"ticket-number" | "block" | "delete" | null>(null);
  const makeTicket = useKeyed(
    trpc.inbound.makeTicket.useMutation(useHeldOptions("The mail becomes a ticket")),
  );
  const allow = useKeyed(
    trpc.inbound.allowSender.useMutation(useHeldOptions(`Mail from ${sender} is allowed`)),
  );
  const send = useKeyed(
    trpc.inbound.sendStaffMail.useMutation(useHeldOptions("The mail joins its ticket")),
  );
  const close = () => setAsked(null);
  const canBecomeTicket = sender !== null && reason !== null && !final.includes(reason);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {reason === "needs-review" && (
          <>
            <Button size="sm" onClick={() => !send.isPending && send.mutate({ id, as: "reply" })}>
              Send as reply
            </Button>
            <Button
              size="sm"
              variant="outline"
              onClick={() => !send.isPending && send.mutate({ id, as: "note" })}
            >
              Save as note
            </Button>
          </>
        )}
        {canBecomeTicket && (
          <>
            <Button size="sm" onClick={() => !makeTicket.isPending && makeTicket.mutate({ id })}>
              Make a ticket
            </Button>
            <Button size="sm" variant="outline" onClick={() => setAsked("ticket-number")}>
              Add to ticket
            </Button>
          </>
        )}
        {sender && reason && liftable.includes(reason) && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => !allow.isPending && allow.mutate({ id })}
          >
            Always allow sender
          </Button>
        )}
        {sender &&
          reason &&
          reason !== "own" &&
          reason !== "blocked" &&
          !ofStaff.includes(reason) && (
            <Button size="sm" variant="outline" onClick={() => setAsked("block")}>
              Block sender
            </Button>
          )}
        <Button size="sm" variant="outline" onClick={() => setAsked("delete")}>
          Delete
        </Button>
      </div>
      <Refusal failure={failureOf(makeTicket) ?? failureOf(allow) ?? failureOf(send)} />
      {asked === "ticket-number" && <AddToTicket mail={mail} onClose={close} />}
      {asked === "block" && <BlockSender mail={mail} onClose={close} />}
      {asked === "delete" && <DeleteMail mail={mail} onClose={close} />}
    </div>
  );
}

function AddToTicket({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const [typed, setTyped] = useState(mail.ticketNumber === null ? "" : String(mail.ticketNumber));
  const number = /^#?\d{1,12}$/.test(typed.trim()) ? Number(typed.trim().replace("#", "")) : null;
  const add = useKeyed(
    trpc.inbound.addToTicket.useMutation(useHeldOptions(`Added to #${number}`, onClose)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number && !add.isPending) add.mutate({ id: mail.id, number });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
      <Field
        label="Ticket number"
        hint="Its sender is copied in on that ticket."
        error={failureOf(add)?.message}
      >
        {(control) => (
          <Input
            {...control}
            ref={(input) => input?.focus()}
            inputMode="numeric"
            maxLength={13}
            placeholder="1042"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => event.key === "Escape" && onClose()}
            className="w-40"
          />
        )}
      </Field>
      <Button type="submit" disabled={number === null}>
        Add to ticket
      </Button>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}

function BlockSender({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const { id, sender } = mail;
  const [wholeDomain, setWholeDomain] = useState(false);
  const domainId = useId();
  const domain = sender?.slice(sender.lastIndexOf("@") + 1) ?? "";
  const blocked = wholeDomain ? `all of ${domain}` : sender;
  const block = useKeyed(
    trpc.inbound.blockSender.useMutation(useHeldOptions(`Blocked ${blocked}`, onClose)),
  );
  return (
    <ConfirmDialog
      title={`Block ${sender}?`}
      description="Mail from this address is held from now on. Its tickets stay."
      keep="Keep sender"
      act="Block sender"
      call={block}
      failure={failureOf(block)}
      onAct={() => block.mutate({ id, wholeDomain })}
      onClose={onClose}
    >
      {!isFreeMail(domain) && (
        <div className="flex items-center gap-2 pointer-coarse:min-h-11">
          <Checkbox
            id={domainId}
            checked={wholeDomain}
            onCheckedChange={(checked) => setWholeDomain(checked === true)}
          />
          <label htmlFor={domainId} className="wrap-anywhere">
            Block all addresses of {domain}
          </label>
        </div>
      )}
    </ConfirmDialog>
  );
}

function DeleteMail({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const remove = useKeyed(
    trpc.inbound.delete.useMutation(useHeldOptions("Deleted the content of the mail", onClose)),
  );
  return (
    <ConfirmDialog
      title="Delete this mail?"
      description="Its content is deleted for good. That it was received, and why it was held, still counts."
      keep="Keep mail"
      act="Delete mail"
      destructive
      call={remove}
      failure={failureOf(remove)}
      onAct={() => remove.mutate({ id: mail.id })}
      onClose={onClose}
    />
  );
}

/** The mail leaves the list, unless the action is refused. */
function useHeldOptions(words: string, onDone: () => void = () => {}) {
  const queryClient = useQueryClient();
  return {
    meta: { showsError: true },
    onSuccess() {
      notify({ kind: "success", message: words });
      onDone();
    },
    onSettled: () => fetchAgain(queryClient, "mailboxes"),
  };
}

/** The server's reason, where it named one. */
function failureOf({ error }: { error: unknown }): Failure | null {
  if (!error) return null;
  const failure = readFailure(error);
  const message = failure.fields.map((field) => field.message).join(" ");
  return message ? { ...failure, message } : failure;
}
