import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Plus, Send, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  pauseReasons,
  type Webhook,
  type WebhookState,
  webhookTypes,
} from "../../../../shared/webhooks.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { CopyField } from "../../../components/dialogs/CopyField.tsx";
import { formatCount, formatExact, formatNumber } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { StateDot } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { readFailure } from "../../../data/errors.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { WebhookDialog } from "./WebhookDialog.tsx";

/** No live event reports deliveries. */
const refetchMs = 10_000;

interface ShownSecret {
  secret: string;
  title: string;
}

/** The addresses that are notified of events. */
export function WebhooksSection() {
  const webhooks = trpc.webhooks.list.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: refetchMs,
  });
  const [editing, setEditing] = useState<Webhook | "new" | null>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const listed = webhooks.data?.webhooks ?? [];
  const create = (
    <Button onClick={() => setEditing("new")}>
      <Plus />
      New webhook
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-base">Webhooks</h1>
          <p className="text-muted-foreground">
            Notify other programs when tickets, users or companies change.
          </p>
        </div>
        {listed.length > 0 && create}
      </div>
      {webhooks.isPending && <Loading />}
      {webhooks.isError && !webhooks.data && (
        <ListError failure={readFailure(webhooks.error)} retry={() => void webhooks.refetch()} />
      )}
      {webhooks.data && listed.length === 0 && (
        <EmptyState icon={WebhookIcon} title="No webhooks yet" action={create}>
          A webhook posts each event to an address of yours, signed and in order.
        </EmptyState>
      )}
      {listed.length > 0 && (
        <ul className="flex flex-col gap-3">
          {listed.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                onEdit={() => setEditing(webhook)}
                onSecret={(secret) => setShown({ secret, title: "New secret" })}
              />
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <WebhookDialog
          webhook={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onCreated={(secret) => setShown({ secret, title: "Webhook created" })}
        />
      )}
      {shown && <WebhookSecret {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Shown only this once: the server never sends it to a browser again. */
function WebhookSecret({ title, secret, onClose }: ShownSecret & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="Copy this secret now. You won't see it again."
        className="max-w-130"
      >
        <CopyField
          noun="secret"
          value={secret}
          hint="Receivers verify each delivery with it, as described by Standard Webhooks."
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const tones = { active: "success", failing: "danger", paused: "muted" } as const;
const stateNames: Record<WebhookState, string> = {
  active: "Active",
  failing: "Failing",
  paused: "Paused",
};

type Question = "rotate" | "pause" | "resume" | "delete";

interface WebhookCardProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

function WebhookCard({ webhook, onEdit, onSecret }: WebhookCardProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { id, name, url, state, types } = webhook;
  const isPaused = state === "paused";
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-lg border bg-card p-3.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 dir="auto" className="min-w-0 truncate font-medium">
              {name}
            </h2>
            <span className="flex items-center gap-1.5 text-muted-foreground">
              <StateDot tone={tones[state]} />
              {stateNames[state]}
            </span>
          </div>
          <p data-hint={url} data-hint-cut="" className="truncate text-muted-foreground">
            {url}
          </p>
        </div>
        <SendTestEvent webhook={webhook} />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={`More actions for ${name}`}>
              <Ellipsis />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={onEdit}>Edit webhook</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setQuestion("rotate")}>
              Rotate secret
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setQuestion(isPaused ? "resume" : "pause")}>
              {isPaused ? "Resume webhook" : "Pause webhook"}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setQuestion("delete")}>
              Delete webhook
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <Health webhook={webhook} onResume={() => setQuestion("resume")} />
      <div className="flex flex-wrap items-center gap-1.5">
        {types.map((type) => (
          <Badge key={type} data-hint={webhookTypes[type]}>
            {type}
          </Badge>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        <Link className="underline" to={`/settings/api?section=deliveries&webhook=${id}`}>
          Show deliveries
        </Link>
      </p>
      {question === "rotate" && (
        <RotateSecret webhook={webhook} onSecret={onSecret} onClose={() => setQuestion(null)} />
      )}
      {question === "pause" && <PauseWebhook webhook={webhook} onClose={() => setQuestion(null)} />}
      {question === "resume" && (
        <ResumeWebhook webhook={webhook} onClose={() => setQuestion(null)} />
      )}
      {question === "delete" && (
        <DeleteWebhook webhook={webhook} onClose={() => setQuestion(null)} />
      )}
    </section>
  );
}

/** The success rate, the last answer and what waits. */
function Health({ webhook, onResume }: { webhook: Webhook; onResume: () => void }) {
  const { successRate, lastDelivery, waiting, pausedWhy, pausedAt, failingSince } = webhook;
  const timeZone = useTimeZone();
  return (
    <div className="flex flex-col gap-1 text-sm">
      {pausedWhy && pausedAt && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span>
            {pauseReasons[pausedWhy]} · <TimeAgo said at={pausedAt} /> · Events are collected for 7
            days.
          </span>
          <Button size="sm" variant="outline" onClick={onResume}>
            Resume webhook
          </Button>
        </p>
      )}
      {!pausedWhy && failingSince && (
        <p className="text-danger-text">
          No delivery has succeeded since {formatExact(failingSince, timeZone)}.
        </p>
      )}
      <p className="text-muted-foreground">
        {successRate === null
          ? "No deliveries in the last 24 hours"
          : `${formatNumber(Math.round(successRate * 1000) / 10)}% delivered in the last 24 hours`}
        {waiting > 0 && ` · ${formatCount(waiting, waitingCap)} waiting`}
        {lastDelivery && (
          <>
            {" · Last answer: "}
            {lastDelivery.status ?? lastDelivery.error ?? "none yet"},{" "}
            <TimeAgo said at={lastDelivery.at} />
          </>
        )}
      </p>
    </div>
  );
}

/** The server counts up to there. */
const waitingCap = 9_999;

function SendTestEvent({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const ping = useKeyed(
    trpc.webhooks.ping.useMutation({
      onSuccess: () => {
        const isPaused = webhook.state === "paused";
        const message = isPaused
          ? "The test event waits until the webhook is resumed"
          : "Test event sent. The receiver's answer is listed in Deliveries.";
        notify({ kind: "success", message });
      },
      onSettled: () => invalidate(queryClient, "webhooks"),
    }),
  );
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Send test event to ${webhook.name}`}
      aria-disabled={ping.isPending}
      onClick={() => !ping.isPending && ping.mutate({ id: webhook.id })}
    >
      <Send />
      <span className="max-shell:sr-only">Send test event</span>
    </Button>
  );
}

interface QuestionProps {
  webhook: Webhook;
  onClose: () => void;
}

function RotateSecret({
  webhook,
  onSecret,
  onClose,
}: QuestionProps & { onSecret: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const rotate = useKeyed(
    trpc.webhooks.rotateSecret.useMutation({
      meta: { showsError: true },
      onSuccess: ({ secret }) => {
        onClose();
        onSecret(secret);
      },
      onSettled: () => invalidate(queryClient, "webhooks"),
    }),
  );
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${webhook.name}?`}
      description="For 24 hours, deliveries are signed with the old and the new secret. Then only the new one is valid."
      keep="Cancel"
      act="Rotate secret"
      isPending={rotate.isPending}
      failure={rotate.error && readFailure(rotate.error)}
      onAct={() => rotate.mutate({ id: webhook.id })}
      onClose={onClose}
    />
  );
}

function PauseWebhook({ webhook, onClose }: QuestionProps) {
  const queryClient = useQueryClient();
  const pause = trpc.webhooks.pause.useMutation({
    meta: { showsError: true },
    onSuccess: () => {
      notify({ kind: "success", message: `Paused ${webhook.name}` });
      onClose();
    },
    onSettled: () => invalidate(queryClient, "webhooks"),
  });
  return (
    <ConfirmDialog
      title={`Pause ${webhook.name}?`}
      description="Nothing is sent while it is paused. Events are collected for 7 days."
      keep="Cancel"
      act="Pause webhook"
      isPending={pause.isPending}
      failure={pause.error && readFailure(pause.error)}
      onAct={() => pause.mutate({ id: webhook.id })}
      onClose={onClose}
    />
  );
}

function ResumeWebhook({ webhook, onClose }: QuestionProps) {
  const { id, name, waiting } = webhook;
  const queryClient = useQueryClient();
  const resume = trpc.webhooks.resume.useMutation({
    meta: { showsError: true },
    onSuccess: () => {
      notify({ kind: "success", message: `Resumed ${name}` });
      onClose();
    },
    onSettled: () => invalidate(queryClient, "webhooks"),
  });
  const events = `${formatCount(waiting, waitingCap)} ${waiting === 1 ? "event" : "events"}`;
  return (
    <ConfirmDialog
      title={`Resume ${name}?`}
      description={
        waiting === 0
          ? "No events were collected while it was paused."
          : `${events} ${waiting === 1 ? "was" : "were"} collected while it was paused. Send ${waiting === 1 ? "it" : "them"} now, or skip ${waiting === 1 ? "it" : "them"}.`
      }
      keep="Cancel"
      act={waiting === 0 ? "Resume webhook" : `Resume and send ${events}`}
      isPending={resume.isPending}
      failure={resume.error && readFailure(resume.error)}
      onAct={() => resume.mutate({ id, send: true })}
      onClose={onClose}
    >
      {waiting > 0 && (
        <Button
          variant="outline"
          aria-disabled={resume.isPending}
          onClick={() => !resume.isPending && resume.mutate({ id, send: false })}
        >
          Resume from now
        </Button>
      )}
    </ConfirmDialog>
  );
}

function DeleteWebhook({ webhook, onClose }: QuestionProps) {
  const queryClient = useQueryClient();
  const remove = useKeyed(
    trpc.webhooks.delete.useMutation({
      meta: { showsError: true },
      onSuccess: () => {
        notify({ kind: "success", message: `Deleted ${webhook.name}` });
        onClose();
      },
      onSettled: () => invalidate(queryClient, "webhooks"),
    }),
  );
  return (
    <ConfirmDialog
      title={`Delete ${webhook.name}?`}
      description="Its secret, its waiting events and its list of deliveries are deleted. You can't undo this."
      keep="Keep webhook"
      act="Delete webhook"
      destructive
      isPending={remove.isPending}
      failure={remove.error && readFailure(remove.error)}
      onAct={() => remove.mutate({ id: webhook.id })}
      onClose={onClose}
    />
  );
}

function Loading() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {["a", "b"].map((key) => (
        <div key={key} className="flex flex-col gap-2 rounded-lg border p-3.5">
          <Skeleton className="w-40" />
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-56 max-w-full" />
        </div>
      ))}
    </div>
  );
}
