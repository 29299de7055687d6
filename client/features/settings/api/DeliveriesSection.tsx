import { LoaderCircle, PackageOpen } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { isUuid } from "../../../../shared/ids.ts";
import {
  type DeliveryPage,
  type DeliveryState,
  deliveryStates,
} from "../../../../shared/webhooks.ts";
import { FilterMenu } from "../../../components/filters/FilterMenu.tsx";
import { ListError } from "../../../components/table/ListError.tsx";
import {
  type ListAddress,
  readChoice,
  useListAddress,
  writeSearch,
} from "../../../components/table/list-address.ts";
import { useOpenRows } from "../../../components/table/use-open-rows.ts";
import { pagedOptions, usePages } from "../../../components/table/use-pages.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { SearchInput } from "../../../components/ui/search-input.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { trpc } from "../../../data/trpc.ts";
import { DeliveryRow, stateNames } from "./DeliveryRow.tsx";
import { SendAll } from "./SendAll.tsx";

const refetchMs = 5_000;

/** The deliveries of the last 30 days, and those that wait. */
export function DeliveriesSection() {
  const [list, change] = useListAddress(deliveriesAddress);
  const { webhookId, state, ticketNumber } = list;
  const webhooks = trpc.webhooks.list.useQuery(undefined, { meta: { showsError: true } });
  const deliveries = trpc.webhooks.deliveries.useInfiniteQuery(list, {
    ...pagedOptions,
    refetchInterval: refetchMs,
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
