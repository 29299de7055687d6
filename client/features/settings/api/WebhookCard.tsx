import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Send } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  pauseReasons,
  type Webhook,
  type WebhookState,
  webhookTypes,
} from "../../../../shared/webhooks.ts";
import { formatExact, formatNumber } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { StateWord } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { formatWaiting, WebhookQuestion } from "./WebhookQuestion.tsx";

const tones = { active: "success", failing: "danger", paused: "muted" } as const;
const stateNames: Record<WebhookState, string> = {
  active: "Active",
  failing: "Failing",
  paused: "Paused",
};

interface WebhookCardProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

/** One webhook: its address, its health and its actions. */
export function WebhookCard({ webhook, onEdit, onSecret }: WebhookCardProps) {
  const [question, setQuestion] = useState<"rotate" | "pause" | "resume" | "delete" | null>(null);
  const { id, name, url, state, types, query } = webhook;
  const isPaused = state === "paused";
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-lg border bg-card p-3.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 dir="auto" className="min-w-0 truncate font-medium">
              {name}
            </h2>
            <StateWord tone={tones[state]} className="gap-1.5 text-muted-foreground">
              {stateNames[state]}
            </StateWord>
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
      {query && (
        <p className="truncate text-muted-foreground text-sm">
          Only tickets matching <span dir="auto">{query}</span>
        </p>
      )}
      <p className="text-muted-foreground text-sm">
        <Link className="underline" to={`/settings/api?section=deliveries&webhook=${id}`}>
          Show deliveries
        </Link>
      </p>
      {question && (
        <WebhookQuestion
          question={question}
          webhook={webhook}
          onSecret={onSecret}
          onClose={() => setQuestion(null)}
        />
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
        {waiting > 0 && ` · ${formatWaiting(waiting)} waiting`}
        {lastDelivery && (
          <>
            {" · Last answer: "}
            {lastDelivery.status ?? lastDelivery.error?.replace(/\.$/, "") ?? "none yet"},{" "}
            <TimeAgo said at={lastDelivery.at} />
          </>
        )}
      </p>
    </div>
  );
}

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
