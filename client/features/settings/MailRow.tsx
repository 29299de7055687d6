import { Link2, LoaderCircle, RotateCw, Send } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import {
  type Mail,
  mailTemplateNames,
  type NewLinkFor,
  type ShownMailState,
} from "../../../shared/mails.ts";
import { fullName } from "../../../shared/users.ts";
import { cn } from "../../components/cn.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { LinkDialog, linkConsequence } from "../../components/dialogs/LinkDialog.tsx";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { OpeningRow } from "../../components/table/OpeningRow.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ShellCommand } from "../../components/ui/shell-command.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { type StateTone, StateWord } from "../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { newRequestId } from "../../data/calls/request-id.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

const tones: Record<ShownMailState, StateTone> = {
  queued: "warning",
  sent: "success",
  kept: "muted",
  failed: "danger",
  skipped: "muted",
  demo: "muted",
};

const withoutText: Partial<Record<ShownMailState, string>> = {
  queued: "The text is written when the email is sent.",
  sent: "The text wasn't stored.",
  demo: "A demo email. It counts as sent but never was.",
};

interface MailRowProps {
  mail: Mail;
  /** Whether the desk has a mail server. */
  sending: boolean;
  open: boolean;
  toggle: () => void;
}

/** An email in the list, which opens to show its text. */
export function MailRow({ mail, sending, open, toggle }: MailRowProps) {
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className="grid-cols-[1rem_4.25rem_minmax(0,1fr)_auto] gap-x-2 shell:grid-cols-[1rem_5rem_minmax(0,11rem)_minmax(0,1fr)_auto] shell:gap-x-3 lg:grid-cols-[1rem_5rem_minmax(0,15rem)_minmax(0,1fr)_auto]"
      line={
        <>
          <StateWord tone={tones[mail.state]} className="text-muted-foreground">
            {mailStateNames[mail.state]}
          </StateWord>
          <span data-hint={mail.to} data-hint-cut="" className="truncate max-shell:col-start-3">
            {mail.to}
          </span>
          <span
            data-hint={mail.subject}
            data-hint-cut=""
            className="truncate text-muted-foreground shell:text-foreground max-shell:col-span-2 max-shell:col-start-3 max-shell:row-start-2"
          >
            {mail.template && (
              <span className="text-muted-foreground">{mailTemplateNames[mail.template]} · </span>
            )}
            {mail.subject}
          </span>
          <TimeAgo
            at={mail.sentAt ?? mail.createdAt}
            className="text-right text-muted-foreground max-shell:col-start-4 max-shell:row-start-1"
          />
        </>
      }
    >
      <MailText mail={mail} sending={sending} />
    </OpeningRow>
  );
}

function MailText({ mail, sending }: Pick<MailRowProps, "mail" | "sending">) {
  const isHeldBack = mail.state === "kept" && sending;
  const tries = `${mail.attempts} ${mail.attempts === 1 ? "try" : "tries"}`;
  return (
    <>
      {mail.error && (
        <p className={cn("mb-2", mail.state !== "skipped" && "text-danger-text")}>
          {mail.state === "skipped" ? "Not sent: " : `After ${tries}: `}
          {mail.error}
        </p>
      )}
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap text-left text-base">
        {mail.text || withoutText[mail.state]}
      </p>
      {isHeldBack && (
        <p className="mt-3 text-muted-foreground">Stored because no mail server was set up.</p>
      )}
      {(mail.state === "failed" || isHeldBack) && <SendAgain {...mail} />}
      {mail.newLink && <NewLink {...mail.newLink} />}
      {mail.ticket && (
        <Button asChild variant="link" className="mt-3 px-0">
          <Link to={`/ticket/${mail.ticket.number}`}>Show ticket</Link>
        </Button>
      )}
    </>
  );
}

export function MailRowSkeleton() {
  return (
    <div className="flex h-10 items-center gap-3 px-4">
      <Skeleton className="size-4" />
      <Skeleton className="w-14" />
      <Skeleton className="w-40" />
      <Skeleton className="flex-1" />
      <Skeleton className="w-10" />
    </div>
  );
}

export const mailStateNames: Record<ShownMailState, string> = {
  queued: "Queued",
  sent: "Sent",
  kept: "Not sent",
  failed: "Failed",
  skipped: "Skipped",
  demo: "Demo",
};

/** Queues an email again that failed or was stored without a mail server. */
function SendAgain({ id, to, state }: Pick<Mail, "id" | "to" | "state">) {
  const utils = trpc.useUtils();
  const attempt = trpc.mails.tryAgain.useMutation({ meta: { showsError: true } });
  const wasStored = state === "kept";
  const again = wasStored ? "" : " again";
  const requestId = useRef(newRequestId());
  const failure = attempt.isError ? readFailure(attempt.error) : null;
  const run = () =>
    attempt.mutate(
      { id, requestId: requestId.current },
      {
        onSuccess: () => {
          requestId.current = newRequestId();
          notify({ kind: "success", message: `The email to ${to} is queued${again}` });
          void utils.mails.list.invalidate();
        },
      },
    );
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button
        variant="outline"
        aria-disabled={attempt.isPending}
        onClick={() => !attempt.isPending && run()}
      >
        {attempt.isPending ? (
          <LoaderCircle className="animate-spin motion-reduce:animate-none" />
        ) : wasStored ? (
          <Send />
        ) : (
          <RotateCw />
        )}
        {wasStored ? "Send now" : "Try again"}
      </Button>
      <Refusal failure={failure} />
    </div>
  );
}

/** Below an email that did not arrive: creates a new link that an admin can hand over. */
function NewLink({ user, isInvited, onServerOnly }: NewLinkFor) {
  if (onServerOnly) {
    return (
      <p className="mt-3 max-w-[72ch] text-muted-foreground">
        This user is or was a Super Admin, so their link is created on the server:{" "}
        <ShellCommand>npx -y bun run user:link --email {user.email}</ShellCommand>
      </p>
    );
  }
  return <CreateLink user={user} isInvited={isInvited} />;
}

function CreateLink({ user, isInvited }: Omit<NewLinkFor, "onServerOnly">) {
  const make = trpc.users.makeLink.useMutation({ meta: { showsError: true } });
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const failure = make.isError ? readFailure(make.error) : null;
  const run = () => make.mutate({ id: user.id }, { onSuccess: () => setAsks(false) });
  const toButton = () => button.current?.focus();
  const cancel = () => {
    setAsks(false);
    make.reset();
    requestAnimationFrame(toButton);
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button
        ref={button}
        variant="outline"
        aria-disabled={make.isPending}
        onClick={() => {
          if (make.isPending) return;
          // An invited user has no sessions that a link would end, so there is no question.
          if (isInvited) run();
          else setAsks(true);
        }}
      >
        <Link2 />
        Create new link
      </Button>
      {!asks && <Refusal failure={failure} />}
      {asks && (
        <ConfirmDialog
          title={`Create a new link for ${fullName(user)}?`}
          description={linkConsequence}
          keep="Cancel"
          act="Create link"
          call={make}
          onAct={run}
          onClose={cancel}
        />
      )}
      {make.data && (
        <LinkDialog user={user} link={make.data} onClose={make.reset} returnFocus={toButton} />
      )}
    </div>
  );
}
