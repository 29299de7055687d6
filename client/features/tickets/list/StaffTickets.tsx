import { Suspense, useCallback, useRef } from "react";
import type { TicketSort } from "../../../../shared/tickets/vocabulary.ts";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { TopBarSearch } from "../../../app/navigation/TopBarSearch.tsx";
import { paneSize } from "../../../app/theme/pane-width.ts";
import { cn } from "../../../components/cn.ts";
import { ListBody } from "../../../components/table/ListBody.tsx";
import { WhileChosen } from "../../../components/table/selection/WhileChosen.tsx";
import { oneColumn, useMedia } from "../../../components/use-media.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { useShownRows } from "../actions/optimistic.ts";
import { TicketDialogs } from "../dialogs/TicketDialogs.tsx";
import { LazyTicketPage, useAimAtTicket } from "../LazyTicketPage.tsx";
import { useNextPreviousInList } from "../next-previous.ts";
import { listPane } from "../pane-widths.ts";
import { SearchStrip } from "../search/lazy-search.ts";
import { MoreInAll } from "../search/MoreInAll.tsx";
import { QueryBox } from "../search/QueryBox.tsx";
import { useTypedList } from "../search/typed-search.ts";
import { useSelection } from "../selection/use-selection.ts";
import { SaveButtons } from "../views/lazy-saved-view.ts";
import { isEdited } from "../views/saved-view.ts";
import { findSaved, nameOf, useSavedCounts, useSavedViews } from "../views/use-saved-views.ts";
import { ViewPane } from "../views/ViewPane.tsx";
import { RowActionContext } from "./AssigneeCell.tsx";
import { UnsentDraftsContext, useUnsentDrafts } from "./DraftMark.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { TicketCards } from "./TicketCards.tsx";
import { TicketTable } from "./TicketTable.tsx";
import { isSnoozedList, queryOf } from "./ticket-list-address.ts";
import { useGroupedList, useSortBy, useTicketList } from "./use-ticket-list.ts";
import { useHeldCount, useTickets, useViewCounts } from "./use-tickets.ts";

const EmptyTickets = lazyComponent(() => import("../search/lazy-search-parts.ts"), "EmptyTickets");

/** Its pickers are most of its code: it loads when someone points at a ticket. */
const TicketSelectionBar = lazyComponent(
  () => import("../dialogs/lazy-dialogs.ts"),
  "TicketSelectionBar",
);

/** From this width an open ticket is shown next to the list; below it covers the list. */
const roomForBoth = "(width >= 64rem)";

interface StaffTicketsProps {
  number: number | null;
  /** A new ticket is open over the list. */
  isBehind?: boolean;
}

/** Views and the list: as a table, or as cards on a phone and next to an open ticket. */
export function StaffTickets({ number, isBehind = false }: StaffTicketsProps) {
  const [list, change] = useTicketList();
  const sortBy = useSortBy(change);
  const grouped = useGroupedList(useTypedList(list));
  const tickets = useTickets(grouped.list);
  const pages = useShownRows(tickets.pages);
  const after = tickets.settled || pages.failure !== null;
  const counts = useViewCounts(after);
  const heldCount = useHeldCount(after);
  const begun = useUnsentDrafts(tickets.settled);
  const views = useSavedViews(after || list.saved !== null);
  const savedCounts = useSavedCounts(after);
  const saved = findSaved(views, list);
  const name = nameOf(list, saved);
  const narrow = useMedia(oneColumn);
  const isRoomy = useMedia(roomForBoth);
  const width = useStore(listPane.width);
  const aimAtTicket = useAimAtTicket();
  const aim = useCallback(
    (ticket: { number: number }) => {
      void TicketSelectionBar.preload();
      aimAtTicket(ticket);
    },
    [aimAtTicket],
  );
  const lastOpen = useRef(number);
  if (number !== null) lastOpen.current = number;
  const { search } = list;
  const { sort, descending } = grouped.list;
  const open = number !== null;
  const { count, shown, detour } = tickets;
  const onSearch = (text: string) => change({ search: text }, { step: true });
  const asked = queryOf(shown, useTimeZone());
  const selection = useSelection({
    listKey: JSON.stringify(asked),
    rows: pages.rows,
    isPrevious: pages.isPrevious,
    open,
    covered: open && !isRoomy,
  });
  const listKey = JSON.stringify(shown);
  const nextPrevious = useNextPreviousInList(
    pages.rows,
    pages.isPrevious ? `before ${listKey}` : listKey,
    number,
  );
  const moreInAll = search && (
    <MoreInAll
      shown={shown}
      search={detour.instead ?? search}
      count={count}
      atEnd={!pages.hasMore}
    />
  );
  const shared = {
    label: `Tickets: ${name}`,
    pages,
    count,
    listKey,
    current: pages.rows.find((row) => row.number === lastOpen.current)?.id,
    onAim: aim,
    selection: selection.rows,
    isSnoozed: isSnoozedList(shown),
    end: moreInAll,
    group: grouped.group,
  };

  return (
    <div className="flex h-full">
      {(!open || !narrow) && !isBehind && (
        <TopBarSearch>
          <QueryBox label="Search tickets" scope={name} list={list} change={change} />
        </TopBarSearch>
      )}
      {!open && !isBehind && <PageName name={name} />}
      {(!open || isRoomy) && (
        <>
          <ViewPane
            list={list}
            counts={counts}
            views={views}
            savedCounts={savedCounts}
            saved={saved}
            heldCount={heldCount}
          />
          <section
            aria-label="List"
            data-open-beside={open || undefined}
            data-selecting={selection.ids.size > 0 || undefined}
            style={open ? { width: paneSize(listPane, width) } : undefined}
            className={cn("relative flex min-w-0 flex-col", open ? "shrink-0" : "flex-1")}
          >
            <ListToolbar
              list={list}
              saved={saved}
              count={count}
              total={search ? (saved ? savedCounts[saved.id] : counts[list.view]) : undefined}
              compact={narrow || open}
            />
            {(narrow || open) && saved && isEdited(list, saved) && (
              <div className="flex shrink-0 justify-end gap-1.5 border-b px-4 py-1.5">
                <Suspense>
                  <SaveButtons list={list} saved={saved} />
                </Suspense>
              </div>
            )}
            {(detour.refused || detour.instead) && (
              <Suspense>
                <SearchStrip
                  {...detour}
                  search={search}
                  showsPrevious={shown !== grouped.list}
                  onSearch={onSearch}
                />
              </Suspense>
            )}
            <RowActionContext value={selection.ask}>
              <UnsentDraftsContext value={begun}>
                <ListBody
                  pages={pages}
                  isExplained={detour.refused !== null}
                  empty={
                    <Suspense>
                      <EmptyTickets
                        counts={counts}
                        name={name}
                        count={count}
                        list={shown}
                        saved={saved !== undefined}
                        unreadable={detour.refused !== null && shown === grouped.list}
                        clearSearch={() => onSearch("")}
                      />
                    </Suspense>
                  }
                >
                  {narrow || open ? (
                    <TicketCards {...shared} sort={shown.sort} />
                  ) : (
                    <TicketTable
                      {...shared}
                      sort={{ id: sort, desc: descending }}
                      onSort={({ id, desc }) =>
                        sortBy({ sort: id as TicketSort, descending: desc })
                      }
                    />
                  )}
                </ListBody>
              </UnsentDraftsContext>
            </RowActionContext>
            <WhileChosen size={selection.ids.size} asked={selection.asked !== null}>
              <TicketSelectionBar
                selection={selection}
                rows={pages.rows}
                count={count}
                list={{ ...asked, sort: shown.sort, descending: shown.descending }}
              />
            </WhileChosen>
          </section>
        </>
      )}
      <TicketDialogs />
      {open && <LazyTicketPage number={number} nextToList={isRoomy} nextPrevious={nextPrevious} />}
    </div>
  );
}

function PageName({ name }: { name: string }) {
  usePage({ label: "Tickets", to: "/ticket/log" }, name);
  return null;
}
