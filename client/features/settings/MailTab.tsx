import { keepPreviousData } from "@tanstack/react-query";
import { MailX, TriangleAlert } from "lucide-react";
import { type MailPage, mailStates } from "../../../shared/mails.ts";
import { FilterMenu } from "../../components/filters/FilterMenu.tsx";
import { PersonFilter } from "../../components/filters/PersonFilter.tsx";
import { ListBody } from "../../components/list/ListBody.tsx";
import { useListAddress } from "../../components/list/list-address.ts";
import { openingRowHeight } from "../../components/list/OpeningRow.tsx";
import { useOpenRows } from "../../components/list/use-open-rows.ts";
import { nextCursorOf, usePages } from "../../components/list/use-pages.ts";
import { VirtualList } from "../../components/list/VirtualList.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { trpc } from "../../data/trpc.ts";
import { MailRow, MailRowSkeleton } from "./MailRow.tsx";
import { MailServer } from "./MailServer.tsx";
import { type MailList, mailAddress, noFilters } from "./mail-address.ts";
import { mailStateNames } from "./mail-states.ts";

const whileQueuedMs = 5_000;

interface MailFiltersProps {
  list: MailList;
  change: (patch: Partial<MailList>) => void;
}

/** What the desk mailed, or would have. */
export function MailTab() {
  const [list, change] = useListAddress(mailAddress);
  const mails = trpc.mails.list.useInfiniteQuery(list, {
    getNextPageParam: nextCursorOf,
    placeholderData: keepPreviousData,
    // Nothing tells of it as it goes out.
    refetchInterval: ({ state }) => (state.data?.pages.some(waits) ? whileQueuedMs : false),
    meta: { showsError: true },
  });
  const pages = usePages(mails, mailsOf);
  const openRow = useOpenRows();
  const isFiltered = list.state !== undefined || list.userId !== undefined;
  const sending = mails.data?.pages[0]?.sending ?? true;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-1 border-b px-4 py-3">
        <h1 className="font-semibold text-base">Outgoing mail</h1>
        {sending ? (
          <p className="text-muted-foreground">The mails of the last 90 days, the newest first.</p>
        ) : (
          <p className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 text-status-pending" />
            No SMTP_URL is set: mails are kept here and not sent. Where one would have brought a
            link, a new one can be made.
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
              title="No such mail"
              action={
                <Button variant="outline" onClick={() => change(noFilters)}>
                  Clear filters
                </Button>
              }
            >
              None of the last 90 days fits what the list is narrowed to.
            </EmptyState>
          ) : (
            <EmptyState icon={MailX} title="No mail yet">
              Invitations, replies, assignments and other mails stand here once there are any.
            </EmptyState>
          )
        }
      >
        <VirtualList
          label="Outgoing mail"
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
