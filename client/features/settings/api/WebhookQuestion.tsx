import { useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "../../../../shared/webhooks.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { formatCount } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { trpc } from "../../../data/trpc.ts";

/** The server counts up to there. */
const waitingCap = 9_999;

export function formatWaiting(events: number): string {
  return formatCount(events, waitingCap);
}

interface QuestionProps {
  webhook: Webhook;
  onClose: () => void;
}

interface WebhookQuestionProps extends QuestionProps {
  question: "rotate" | "pause" | "resume" | "delete";
  onSecret: (secret: string) => void;
}

/** Asks before it changes a webhook. */
export function WebhookQuestion({ question, onSecret, ...asked }: WebhookQuestionProps) {
  switch (question) {
    case "rotate":
      return <RotateSecret {...asked} onSecret={onSecret} />;
    case "pause":
      return <PauseWebhook {...asked} />;
    case "resume":
      return <ResumeWebhook {...asked} />;
    case "delete":
      return <DeleteWebhook {...asked} />;
  }
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
      call={rotate}
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
      call={pause}
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
  const events = `${formatWaiting(waiting)} ${waiting === 1 ? "event" : "events"}`;
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
      call={resume}
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
      call={remove}
      onAct={() => remove.mutate({ id: webhook.id })}
      onClose={onClose}
    />
  );
}
