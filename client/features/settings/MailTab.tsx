import { MailX, TriangleAlert } from "lucide-react";
import { isUuid } from "../../../shared/ids.ts";
import { type MailPage, type MailState, mailStates } from "../../../shared/mails.ts";
import { FilterMenu } from "../../components/filters/FilterMenu.tsx";
import { PersonFilter } from "../../components/filters/PersonFilter.tsx";
import { ListBody } from "../../components/table/ListBody.tsx";
import {
  type ListAddress,
  readChoice,
  useListAddress,
  writeSearch,
} from "../../components/table/list-address.ts";
import { openingRowHeight } from "../../components/table/OpeningRow.tsx";
import { useOpenRows } from "../../components/table/use-open-rows.ts";
import { pagedOptions, usePages } from "../../components/table/use-pages.ts";
import { VirtualList } from "../../components/table/VirtualList.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { trpc } from "../../data/trpc.ts";
import { MailRow, MailRowSkeleton, mailStateNames } from "./MailRow.tsx";
import { MailServer } from "./MailServer.tsx";

const queuedIntervalMs = 5_000;

interface MailFiltersProps {
  list: MailList;
  change: (patch: Partial<MailList>) => void;
}

/** The emails the desk sent, or would have sent. */
export function MailTab() {
  const [list, change] = useListAddress(mailListAddress);
  const mails = trpc.mails.list.useInfiniteQuery(list, {
    ...pagedOptions,
    // No live event reports that a queued email was sent.
    refetchInterval: ({ state }) => (state.data?.pages.some(waits) ? queuedIntervalMs : false),
  });
  const pages = usePages(mails, mailsOf);
  const openRow = useOpenRows();
  const isFiltered = list.state !== undefined || list.userId !== undefined;
  const sending = mails.data?.pages[0]?.sending ?? true;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-1 border-b px-4 py-3">
        <h1 className="font-semibold text-base">Outgoing email</h1>
        {sending ? (
          <p className="text-muted-foreground">Emails from the last 90 days, newest first.</p>
        ) : (
          <p className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 text-status-pending" />
            Email isn't set up: messages are stored here, not sent. You can create links by hand.
          </p>
        )}
        <MailServer />
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <MailFilters list={list} change={change} />
        </div>
      </div>
      <ListBody
        pages={pages}
        empty={
          isFiltered ? (
            <EmptyState
              icon={MailX}
              title="No matching email"
              action={
                <Button variant="outline" onClick={() => change(noFilters)}>
                  Clear filters
                </Button>
              }
            >
              No email from the last 90 days matches these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={MailX} title="No email yet">
              Invitations, replies, assignments and other emails appear here.
            </EmptyState>
          )
        }
      >
        <VirtualList
          label="Outgoing email"
          pages={pages}
          size={openingRowHeight}
          listKey={JSON.stringify(list)}
          skeleton={<MailRowSkeleton />}
        >
          {(mail) => <MailRow mail={mail} sending={sending} {...openRow(mail.id)} />}
        </VirtualList>
      </ListBody>
    </div>
  );
}

function MailFilters({ list, change }: MailFiltersProps) {
  const isFiltered = list.state !== undefined || list.userId !== undefined;
  return (
    <>
      <FilterMenu
        label="State"
        any="Any state"
        value={list.state}
        choices={mailStates.map((value) => ({ value, name: mailStateNames[value] }))}
        onChange={(state) => change({ state })}
      />
      <PersonFilter label="To" value={list.userId} onChange={(userId) => change({ userId })} />
      {isFiltered && (
        <Button size="sm" variant="ghost" onClick={() => change(noFilters)}>
          Clear filters
        </Button>
      )}
    </>
  );
}

function mailsOf(page: MailPage) {
  return page.mails;
}

function waits({ mails }: MailPage): boolean {
  return mails.some(({ state }) => state === "queued");
}

/** The filters of the list. */
interface MailList {
  state: MailState | undefined;
  userId: string | undefined;
}

const noFilters: MailList = { state: undefined, userId: undefined };

const mailListAddress: ListAddress<MailList> = {
  read(params) {
    const to = params.get("to") ?? "";
    return {
      state: readChoice(params, "state", mailStates),
      userId: isUuid(to) ? to : undefined,
    };
  },
  write: ({ state, userId }) => writeSearch({ state, to: userId }),
};
