import { Link } from "react-router-dom";
import { type Mail, mailTemplateNames, type ShownMailState } from "../../../shared/mails.ts";
import { cn } from "../../components/cn.ts";
import { OpeningRow } from "../../components/list/OpeningRow.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { StateDot } from "../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { mailStateNames } from "./mail-states.ts";
import { NewLink } from "./NewLink.tsx";
import { TryAgain } from "./TryAgain.tsx";

const tones: Record<ShownMailState, "success" | "warning" | "muted" | "danger"> = {
  queued: "warning",
  sent: "success",
  kept: "muted",
  failed: "danger",
  skipped: "muted",
  demo: "muted",
};

const withoutText: Partial<Record<ShownMailState, string>> = {
  queued: "The text is written when the mail is sent.",
  sent: "Its text was not kept.",
  demo: "A mail of the demo: it counts as sent, and never went out.",
};

interface MailRowProps {
  mail: Mail;
  /** Whether the desk has a mail server. */
  sending: boolean;
  open: boolean;
  toggle: () => void;
}

/** One line, which opens to the text. */
export function MailRow({ mail, sending, open, toggle }: MailRowProps) {
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className="grid-cols-[1rem_4.25rem_minmax(0,1fr)_auto] gap-x-2 shell:grid-cols-[1rem_5rem_minmax(0,11rem)_minmax(0,1fr)_auto] shell:gap-x-3 lg:grid-cols-[1rem_5rem_minmax(0,15rem)_minmax(0,1fr)_auto]"
      line={
        <>
          <span className="flex items-center gap-2 text-muted-foreground">
            <StateDot tone={tones[mail.state]} />
            {mailStateNames[mail.state]}
          </span>
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
        <p className="mt-3 text-muted-foreground">It was kept while no mail server was set.</p>
      )}
      {(mail.state === "failed" || isHeldBack) && <TryAgain {...mail} />}
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
