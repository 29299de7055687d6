import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle, PackageOpen } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { isUuid } from "../../../../shared/ids.ts";
import {
  type Delivery,
  type DeliveryPage,
  type DeliveryState,
  deliveryStates,
} from "../../../../shared/webhooks.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { FilterMenu } from "../../../components/filters/FilterMenu.tsx";
import { formatNumber, formatWait } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import {
  type ListAddress,
  readChoice,
  useListAddress,
  writeSearch,
} from "../../../components/table/list-address.ts";
import { OpeningRow } from "../../../components/table/OpeningRow.tsx";
import { useOpenRows } from "../../../components/table/use-open-rows.ts";
import { nextCursorOf, usePages } from "../../../components/table/use-pages.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { ScrollPane } from "../../../components/ui/scroll-pane.tsx";
import { SearchInput } from "../../../components/ui/search-input.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { StateDot } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { readFailure } from "../../../data/errors.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { trpc } from "../../../data/trpc.ts";

const refetchMs = 5_000;

/** The deliveries of the last 30 days, and those that wait. */
export function DeliveriesSection() {
  const [list, change] = useListAddress(deliveriesAddress);
  const { webhookId, state, ticketNumber } = list;
  const webhooks = trpc.webhooks.list.useQuery(undefined, { meta: { showsError: true } });
  const deliveries = trpc.webhooks.deliveries.useInfiniteQuery(list, {
    getNextPageParam: nextCursorOf,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    meta: { showsError: true },
  });
  const pages = usePages(deliveries, deliveriesOf);
  const openRow = useOpenRows();
  const [sendsAll, setSendsAll] = useState(false);
  const named = webhooks.data?.webhooks ?? [];
  const pausedIds = new Set(named.flatMap(({ id, state }) => (state === "paused" ? [id] : [])));
  const chosen = named.find(({ id }) => id === webhookId);
  const isFiltered = [webhookId, state, ticketNumber].some((value) => value !== undefined);
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Deliveries</h1>
        <p className="text-muted-foreground">
          Each event sent to a webhook in the last 30 days, newest first.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <FilterMenu
          label="Webhook"
          any="Any webhook"
          value={webhookId}
          choices={named.map(({ id, name }) => ({ value: id, name }))}
          onChange={(next) => change({ webhookId: next })}
        />
        <FilterMenu
          label="State"
          any="Any state"
          value={state}
          choices={deliveryStates.map((value) => ({ value, name: stateNames[value] }))}
          onChange={(next) => change({ state: next })}
        />
        <SearchInput
          label="Ticket number"
          value={ticketNumber === undefined ? "" : String(ticketNumber)}
          onValueChange={(text) => change({ ticketNumber: numberIn(text) })}
          maxLength={12}
          className="w-52"
        />
        {isFiltered && (
          <Button size="sm" variant="ghost" onClick={() => change(noFilters)}>
            Clear filters
          </Button>
        )}
        {chosen && (
          <Button size="sm" variant="outline" onClick={() => setSendsAll(true)}>
            Send all since…
          </Button>
        )}
      </div>
      {pages.failure && pages.rows.length === 0 && (
        <ListError failure={pages.failure} retry={pages.retry} />
      )}
      {pages.isWaiting && <Loading />}
      {!pages.isWaiting && !pages.failure && pages.rows.length === 0 && (
        <NoDeliveries
          isFiltered={isFiltered}
          hasWebhooks={named.length > 0}
          onClear={() => change(noFilters)}
        />
      )}
      {pages.rows.length > 0 && (
        <ul aria-label="Deliveries" className="divide-y rounded-lg border bg-card">
          {pages.rows.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                isPaused={pausedIds.has(delivery.webhook.id)}
                {...openRow(delivery.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <Button
          variant="outline"
          className="self-center"
          aria-disabled={pages.isLoadingMore}
          onClick={() => !pages.isLoadingMore && pages.loadMore()}
        >
          {pages.isLoadingMore && (
            <LoaderCircle className="animate-spin motion-reduce:animate-none" />
          )}
          Show more
        </Button>
      )}
      {sendsAll && chosen && <SendAll webhook={chosen} onClose={() => setSendsAll(false)} />}
    </>
  );
}

interface NoDeliveriesProps {
  isFiltered: boolean;
  hasWebhooks: boolean;
  onClear: () => void;
}

function NoDeliveries({ isFiltered, hasWebhooks, onClear }: NoDeliveriesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={PackageOpen}
        title="No matching deliveries"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        No delivery from the last 30 days matches these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={PackageOpen}
      title="No deliveries yet"
      action={
        <Button asChild variant="outline">
          <Link to="/settings/api?section=webhooks">Show webhooks</Link>
        </Button>
      }
    >
      {hasWebhooks
        ? "Send a test event, or wait for the next event."
        : "Create a webhook. Its events appear here."}
    </EmptyState>
  );
}

const tones: Record<DeliveryState, "success" | "warning" | "muted" | "danger"> = {
  waiting: "warning",
  delivered: "success",
  skipped: "muted",
  failed: "danger",
};

const stateNames: Record<DeliveryState, string> = {
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

function DeliveryRow({ delivery, isPaused, open, toggle }: DeliveryRowProps) {
  const { state, type, webhook, ticket, status, createdAt } = delivery;
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className="grid-cols-[1rem_5.5rem_minmax(0,1fr)_auto] gap-x-2 shell:grid-cols-[1rem_5.5rem_minmax(0,14rem)_minmax(0,1fr)_2.5rem_5rem] shell:gap-x-3"
      line={
        <>
          <span className="flex items-center gap-2 text-muted-foreground">
            <StateDot tone={tones[state]} />
            {stateNames[state]}
          </span>
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
  const facts = [
    `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    status !== null && `Answer ${status}`,
    durationMs !== null && `${formatNumber(durationMs)} ms`,
    size !== null && `${formatNumber(size)} bytes`,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted-foreground">
        {delivery.webhook.name} · {facts.join(" · ")}
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
      <div className="flex flex-wrap gap-2">
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

const periods = { "1": "The last hour", "24": "The last 24 hours", "168": "The last 7 days" };
type Period = keyof typeof periods;
const periodNames = Object.keys(periods) as Period[];

interface SendAllProps {
  webhook: { id: string; name: string };
  onClose: () => void;
}

function SendAll({ webhook, onClose }: SendAllProps) {
  const [period, setPeriod] = useState<Period>("24");
  const queryClient = useQueryClient();
  const send = trpc.webhooks.sendAll.useMutation({
    meta: { showsError: true },
    onSuccess: ({ count, isAll }) => {
      notify({ kind: "success", message: sentAgain(count, isAll) });
      onClose();
    },
    onSettled: () => invalidate(queryClient, "webhooks"),
  });
  const run = () => {
    const since = new Date(Date.now() - Number(period) * 60 * 60_000).toISOString();
    send.mutate({ webhookId: webhook.id, since });
  };
  return (
    <ConfirmDialog
      title={`Send all to ${webhook.name} again?`}
      description="Sends all events that failed or were skipped since then. Receivers recognise an event they already have by its ID."
      keep="Cancel"
      act="Send all"
      isPending={send.isPending}
      failure={send.error && readFailure(send.error)}
      onAct={run}
      onClose={onClose}
    >
      <Field label="Since">
        {(control) => (
          <Select
            value={period}
            onValueChange={(next) => setPeriod(periodNames.find((name) => name === next) ?? period)}
          >
            <SelectTrigger {...control} />
            <SelectContent>
              {periodNames.map((name) => (
                <SelectItem key={name} value={name}>
                  {periods[name]}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
    </ConfirmDialog>
  );
}

function sentAgain(count: number, isAll: boolean): string {
  if (count === 0) return "No events failed or were skipped in this time";
  const events = `${formatNumber(count)} ${count === 1 ? "event is" : "events are"} sent again`;
  return isAll ? events : `${events}. Repeat this for the rest.`;
}

function Loading() {
  return (
    <div aria-hidden="true" className="divide-y rounded-lg border">
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="flex h-10 items-center gap-3 px-4">
          <Skeleton className="w-20" />
          <Skeleton className="flex-1" />
          <Skeleton className="w-10" />
        </div>
      ))}
    </div>
  );
}

function deliveriesOf(page: DeliveryPage) {
  return page.deliveries;
}

function numberIn(text: string): number | undefined {
  const number = Number(text.replace(/\D/g, ""));
  return number > 0 && Number.isSafeInteger(number) ? number : undefined;
}

/** The filters of the list. */
interface DeliveryList {
  webhookId: string | undefined;
  state: DeliveryState | undefined;
  ticketNumber: number | undefined;
}

const noFilters: DeliveryList = {
  webhookId: undefined,
  state: undefined,
  ticketNumber: undefined,
};

const deliveriesAddress: ListAddress<DeliveryList> = {
  read(params) {
    const webhook = params.get("webhook") ?? "";
    return {
      webhookId: isUuid(webhook) ? webhook : undefined,
      state: readChoice(params, "state", deliveryStates),
      ticketNumber: numberIn(params.get("ticket") ?? ""),
    };
  },
  write({ webhookId, state, ticketNumber }) {
    const ticket = ticketNumber === undefined ? undefined : String(ticketNumber);
    return writeSearch({ section: "deliveries", webhook: webhookId, state, ticket });
  },
};
