import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Delivery, DeliveryState } from "../../../../shared/webhooks.ts";
import { formatNumber, formatWait } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { OpeningRow } from "../../../components/table/OpeningRow.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ScrollPane } from "../../../components/ui/scroll-pane.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { type StateTone, StateWord } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { readFailure } from "../../../data/errors.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { trpc } from "../../../data/trpc.ts";

const tones: Record<DeliveryState, StateTone> = {
  waiting: "warning",
  delivered: "success",
  skipped: "muted",
  failed: "danger",
};

export const stateNames: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  skipped: "Skipped",
  failed: "Failed",
};

interface DeliveryRowProps {
  delivery: Delivery;
  /** Its webhook is paused. */
  isPaused: boolean;
  open: boolean;
  toggle: () => void;
}

/** One event sent to one webhook; opened, with the answer and what can be done. */
export function DeliveryRow({ delivery, isPaused, open, toggle }: DeliveryRowProps) {
  const { state, type, webhook, ticket, status, createdAt } = delivery;
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className="grid-cols-[1rem_5.5rem_minmax(0,1fr)_auto] gap-x-2 shell:grid-cols-[1rem_5.5rem_minmax(0,14rem)_minmax(0,1fr)_2.5rem_5rem] shell:gap-x-3"
      line={
        <>
          <StateWord tone={tones[state]} className="text-muted-foreground">
            {stateNames[state]}
          </StateWord>
          <span className="truncate">
            {type}
            {ticket && ` · #${ticket.number}`}
          </span>
          <span dir="auto" className="truncate text-muted-foreground max-shell:hidden">
            {webhook.name}
          </span>
          <span className="text-muted-foreground tabular-nums max-shell:hidden">
            {status ?? "–"}
          </span>
          <TimeAgo at={createdAt} className="text-right text-muted-foreground" />
        </>
      }
    >
      <DeliveryDetails delivery={delivery} isPaused={isPaused} />
    </OpeningRow>
  );
}

function DeliveryDetails({ delivery, isPaused }: Pick<DeliveryRowProps, "delivery" | "isPaused">) {
  const { state, error, attempts, nextAttemptAt, status, durationMs, size, answer } = delivery;
  // An event that was skipped before it was sent has neither an answer nor a duration.
  const wasTried = state !== "skipped" || durationMs !== null;
  const facts = [
    wasTried && `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    status !== null && `Answer ${status}`,
    durationMs !== null && `${formatNumber(durationMs)} ms`,
    size !== null && `${formatNumber(size)} bytes`,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted-foreground">
        {[delivery.webhook.name, ...facts].join(" · ")}
        {state === "waiting" && nextAttemptAt && <NextAttempt at={nextAttemptAt} />}
        {state === "waiting" && !isPaused && !nextAttemptAt && " · Waits for an earlier event"}
      </p>
      {error && (
        <p className={state === "skipped" ? "text-muted-foreground" : "text-danger-text"}>
          {error}
        </p>
      )}
      {answer !== "" && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">Answer</p>
          <RawText label="Answer" text={answer} />
        </div>
      )}
      <DeliveryActions delivery={delivery} isPaused={isPaused} />
    </div>
  );
}

function NextAttempt({ at }: { at: string }) {
  const now = useNow();
  const wait = formatWait(new Date(now).toISOString(), Date.parse(at));
  return wait === "now" ? " · Next attempt within a minute" : ` · Next attempt in ${wait}`;
}

function DeliveryActions({ delivery, isPaused }: Pick<DeliveryRowProps, "delivery" | "isPaused">) {
  const { id, state, nextAttemptAt } = delivery;
  const queryClient = useQueryClient();
  const settle = () => invalidate(queryClient, "webhooks");
  const [shows, setShows] = useState(false);
  const again = trpc.webhooks.sendAgain.useMutation({
    onSuccess: () => notify({ kind: "success", message: "The event is sent again" }),
    onSettled: settle,
  });
  const skip = trpc.webhooks.skip.useMutation({
    onSuccess: () => notify({ kind: "success", message: "The event is skipped" }),
    onSettled: settle,
  });
  const canSend = state !== "waiting" || (nextAttemptAt !== null && !isPaused);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {canSend && (
          <Button
            size="sm"
            variant="outline"
            aria-disabled={again.isPending}
            onClick={() => !again.isPending && again.mutate({ id })}
          >
            {state === "waiting" ? "Send now" : "Send again"}
          </Button>
        )}
        {state === "waiting" && (
          <Button
            size="sm"
            variant="outline"
            aria-disabled={skip.isPending}
            onClick={() => !skip.isPending && skip.mutate({ id })}
          >
            Skip
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          aria-expanded={shows}
          onClick={() => setShows((before) => !before)}
        >
          {shows ? "Hide request" : "Show request"}
        </Button>
        {delivery.ticket && (
          <Button asChild size="sm" variant="link">
            <Link to={`/ticket/${delivery.ticket.number}`}>Show ticket</Link>
          </Button>
        )}
      </div>
      {shows && <RequestText id={id} />}
    </>
  );
}

/** Rendered again: what was redacted since is not in it. */
function RequestText({ id }: { id: string }) {
  const request = trpc.webhooks.request.useQuery({ id }, { meta: { showsError: true }, gcTime: 0 });
  if (request.isPending) return <Skeleton className="h-24" />;
  if (request.isError) {
    return <ListError failure={readFailure(request.error)} retry={() => void request.refetch()} />;
  }
  const { url, headers, body, reason } = request.data;
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted-foreground">
        {reason === null ? "As it would be sent now:" : `It would not be sent now. ${reason}`}
      </p>
      {body !== null && (
        <RawText
          label="Request"
          text={[`POST ${url}`, ...lines, "", JSON.stringify(JSON.parse(body), null, 2)].join("\n")}
        />
      )}
    </div>
  );
}

/** A request or an answer, unformatted. */
function RawText({ label, text }: { label: string; text: string }) {
  return (
    <ScrollPane aria-label={label} className="max-h-80 rounded-md border bg-card p-2">
      <pre className="whitespace-pre-wrap break-all font-mono text-xs">{text}</pre>
    </ScrollPane>
  );
}
