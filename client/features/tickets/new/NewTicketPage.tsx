import { ChevronDown, Mail, Phone, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { FirstStatus } from "../../../../shared/schemas/ticket-acts.ts";
import { statusNames, ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { cn } from "../../../components/cn.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { useComposerFiles } from "../../../components/uploads/use-composer-files.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { DraftStatus } from "../composer/ComposerHead.tsx";
import { OtherDraftOffer } from "../composer/OtherDraftOffer.tsx";
import { StaffTickets } from "../list/StaffTickets.tsx";
import { FirstMessage } from "./FirstMessage.tsx";
import { FollowUp, FollowUpOffer, useFollowUp } from "./FollowUp.tsx";
import { firstStatuses, type Named } from "./new-ticket-form.ts";
import { CompanyField, RequesterFields } from "./RequesterFields.tsx";
import { StaffFields } from "./StaffFields.tsx";
import { type NewTicket, type Problems, useNewTicket } from "./use-new-ticket.ts";

/** A new ticket: staff open it for a requester over their list, customers for themselves. */
export function NewTicketPage() {
  usePage({ label: "Tickets", to: "/ticket/log" }, "New ticket");
  const navigate = useNavigate();
  const { search } = useLocation();
  const close = () => navigate(`/ticket/log${search}`);
  if (!can(useViewer(), "ticket.openFor")) return <NewTicketForm onClose={close} />;
  return (
    <div className="relative h-full">
      <div inert aria-hidden="true" className="absolute inset-0 isolate max-shell:hidden">
        <StaffTickets number={null} isBehind />
      </div>
      <div className="absolute inset-0 overflow-y-auto bg-overlay max-shell:bg-card shell:px-6">
        <NewTicketForm onClose={close} />
      </div>
    </div>
  );
}

function NewTicketForm({ onClose }: { onClose: () => void }) {
  const ticket = useNewTicket();
  const ownCompanies = useOwnCompanies(ticket.forOthers);
  const { draft, keeper, form, forOthers, problems, failure, isPending, set, submit } = ticket;
  const files = useComposerFiles(keeper);
  const followUp = useFollowUp(ticket, files);
  const page = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Problems>({});

  useEffect(() => {
    if (Object.keys(wrong).length > 0) {
      page.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    }
  }, [wrong]);
  useEffect(() => page.current?.querySelector<HTMLElement>("[name]")?.focus(), []);

  /** Without a choice a macro may have set the status. */
  const create = async (status: FirstStatus | null = form.status) => {
    if (files.holdUp) return;
    setWrong(await submit(files.ids, status ?? undefined));
  };
  const createByKey = (resolves: boolean) =>
    void create(resolves && forOthers ? "resolved" : undefined);
  const discard = () => {
    files.clear();
    ticket.discard();
  };
  const begun = draft.body !== "" || draft.form !== null || files.hasAny;

  return (
    <form
      ref={page}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
      noValidate
      aria-labelledby="new-ticket"
      onKeyDown={(event) => {
        if (event.defaultPrevented) return;
        if (event.key === "Escape" && forOthers) onClose();
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        createByKey(event.shiftKey);
      }}
      // Focused fields and their errors scroll above the sticky footer.
      className={cn(
        "mx-auto flex max-w-180 flex-col **:aria-invalid:scroll-mb-40",
        forOthers
          ? "bg-card max-shell:min-h-full shell:my-6 shell:rounded-xl shell:shadow-float"
          : "min-h-full",
      )}
    >
      <header className="flex min-h-13 items-center gap-3 border-b px-4 shell:border-b-0 shell:pt-4">
        <IconButton
          label="Close"
          onClick={onClose}
          className={cn("-ml-1.5 shell:order-last", forOthers ? "shell:ml-0" : "shell:ml-auto")}
        >
          <X />
        </IconButton>
        <h1 id="new-ticket" className="font-semibold text-lg shell:text-xl">
          New ticket
        </h1>
        {forOthers && <DraftStatus draft={draft} onNote={false} />}
      </header>
      <div className="flex flex-col gap-4 p-4 max-shell:flex-1">
        {followUp && <FollowUpOffer {...followUp} />}
        <FollowUp {...ticket} />
        {forOthers && <ChannelChoice {...ticket} />}
        {forOthers && <RequesterFields {...ticket} />}
        <TextField
          label={forOthers ? "Subject" : "What is it about?"}
          error={problems.subject}
          name="subject"
          dir="auto"
          autoComplete="off"
          maxLength={ticketLimits.subject}
          value={form.subject}
          onType={(subject) => set({ subject }, "subject")}
        />
        <FirstMessage ticket={ticket} files={files} onSubmit={createByKey} />
        {draft.other && <OtherDraftOffer other={draft.other} onChoose={keeper.choose} />}
        {forOthers && <StaffFields {...ticket} />}
        {ownCompanies.length > 1 && (
          <CompanyField
            companies={ownCompanies}
            companyId={form.companyId}
            error={problems.companyId}
            onChoose={(companyId) => set({ companyId }, "companyId")}
          />
        )}
        {!forOthers && ownCompanies.length <= 1 && problems.companyId && (
          <p role="alert" className="text-danger-text text-sm">
            {problems.companyId} What you typed is still here.
          </p>
        )}
      </div>
      <footer
        data-slot="form-foot"
        className={cn(
          "sticky bottom-0 flex items-center gap-2 border-t bg-card p-4 max-shell:flex-col max-shell:items-stretch max-shell:py-3 shell:rounded-b-xl shell:border-t-0",
          // Content fades out below the footer.
          "before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-card before:to-transparent max-shell:before:hidden",
        )}
      >
        {failure && (
          <p role="alert" className="flex-1 text-danger-text text-sm">
            {failure.code === "request_reused"
              ? "An earlier version of this ticket was already created. Check your list first; creating it again adds another one."
              : `${failure.message} What you typed is still here.`}
          </p>
        )}
        {forOthers ? (
          <CreateButton
            status={form.status}
            disabled={isPending || files.holdUp !== null}
            onCreate={(status) => void create(status)}
          />
        ) : (
          <Button
            type="submit"
            size="lg"
            aria-disabled={isPending || files.holdUp !== null}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            className="shell:order-last shell:ml-auto"
          >
            Send ticket
          </Button>
        )}
        {begun && (
          <Button variant="ghost" size="lg" onClick={discard}>
            Discard draft
          </Button>
        )}
        {!forOthers && (
          <p className="text-center text-muted-foreground text-xs">
            Saved as a draft until you send it
          </p>
        )}
      </footer>
    </form>
  );
}

/** The customer's companies without archived ones. */
function useOwnCompanies(forOthers: boolean): readonly Named[] {
  const { companies } = useViewer();
  const open = trpc.tickets.companies.useQuery(
    { search: "" },
    { enabled: !forOthers && companies.length > 1, meta: { showsError: true } },
  );
  return forOthers ? [] : (open.data ?? []);
}

/** Whether the ticket begins with notes of a call or with an email to the customer. */
function ChannelChoice({ form, set }: NewTicket) {
  const firstName = form.requester?.name.split(" ")[0];
  const choices = [
    { asNote: false, icon: Mail, label: `Email to ${firstName || "the customer"}` },
    { asNote: true, icon: Phone, label: "Call notes (internal)" },
  ];
  return (
    <fieldset
      aria-label="Channel"
      className={cn(
        "flex w-fit max-w-full rounded-md p-0.5",
        form.asNote ? "bg-note-foreground/12" : "bg-secondary",
      )}
    >
      {choices.map(({ asNote, icon: Icon, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={form.asNote === asNote}
          onClick={() => set({ asNote })}
          className={cn(
            "flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-2.5 font-medium text-sm pointer-coarse:h-11",
            form.asNote === asNote ? "bg-card shadow-xs" : "text-muted-foreground",
            form.asNote && !asNote && "text-note-foreground",
          )}
        >
          <Icon className="shrink-0 max-shell:hidden" />
          <bdi className="truncate">{label}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

interface CreateButtonProps {
  /** The status that a macro sets. */
  status: FirstStatus | null;
  disabled: boolean;
  onCreate: (status: FirstStatus | null) => void;
}

/** Creates the ticket; the menu next to it also sets a status, or leaves out that of a macro. */
function CreateButton({ status: preset, disabled, onCreate }: CreateButtonProps) {
  const others = firstStatuses.filter((status) => status !== preset);
  return (
    <div className="flex shell:order-last shell:ml-auto">
      <Button
        type="submit"
        size="lg"
        aria-disabled={disabled}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className="flex-1 rounded-r-none"
      >
        {preset ? createAnd(preset) : "Create ticket"}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="lg"
            aria-label="More create options"
            data-hint="More create options"
            className="min-w-9 rounded-l-none border-l-primary-foreground/30 px-0"
          >
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" side="top">
          {preset && (
            <DropdownMenuItem disabled={disabled} onSelect={() => onCreate(null)}>
              Create ticket
            </DropdownMenuItem>
          )}
          {others.map((status) => (
            <DropdownMenuItem key={status} disabled={disabled} onSelect={() => onCreate(status)}>
              <StatusMark status={status} besideWord />
              {createAnd(status)}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

function createAnd(status: FirstStatus): string {
  return `Create and set ${statusNames[status]}`;
}
