import { useQueryClient } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import { pauseReasons, type RecoveryPause } from "../../../shared/recovery.ts";
import { formatNumber } from "../../components/format/format.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** Says that mail, webhooks and mailboxes wait since the database was restored, and resumes them. */
export function RecoveryNotice() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  // Its failure is not shown: the page's own lists say that the server did not answer.
  const { data } = trpc.desk.recovery.useQuery(undefined, { meta: { showsError: true } });
  const resume = trpc.desk.resume.useMutation({
    meta: { showsError: true },
    onSuccess() {
      utils.desk.recovery.setData(undefined, { pause: null });
      invalidate(queryClient, "mailboxes", "webhooks");
      void utils.mails.list.invalidate();
      notify({ kind: "success", message: "Email, webhooks and mailboxes resumed" });
    },
    onError: (error) => notifyError("Couldn't resume", readFailure(error)),
  });
  if (!data?.pause) return null;
  const { pause } = data;
  const send = (sendMails: boolean) => resume.mutate({ sendMails });
  return (
    <section
      aria-label="Paused after a restore"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-muted px-4 py-2.5"
    >
      <CirclePause className="shrink-0 text-status-pending" />
      <div className="min-w-60 flex-1">
        <p className="font-medium">{pauseReasons[pause.why]}</p>
        <p className="text-muted-foreground">
          {pausedWords(pause)} Another server may have sent or read them already. New emails are
          sent.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {pause.mails > 0 && (
          <Button variant="outline" disabled={resume.isPending} onClick={() => send(false)}>
            Resume and skip emails
          </Button>
        )}
        <Button disabled={resume.isPending} onClick={() => send(true)}>
          {pause.mails > 0 ? `Resume and send ${counted(pause.mails, "email")}` : "Resume"}
        </Button>
      </div>
    </section>
  );
}

function pausedWords({ mails, webhooks, mailboxes }: RecoveryPause): string {
  return `Paused: ${counted(mails, "waiting email")}, ${counted(webhooks, "webhook")}, ${counted(mailboxes, "mailbox", "mailboxes")}.`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
