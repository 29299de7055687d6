import { Suspense, useLayoutEffect, useRef } from "react";
import type { TicketSort } from "../../../../shared/tickets/vocabulary.ts";
import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { TopBarSearch } from "../../../app/navigation/TopBarSearch.tsx";
import { paneSize } from "../../../app/theme/pane-width.ts";
import { cn } from "../../../components/cn.ts";
import { ListBody } from "../../../components/list/ListBody.tsx";
import { WhileChosen } from "../../../components/list/selection/WhileChosen.tsx";
import { oneColumn, useMedia } from "../../../components/use-media.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { ConflictDialogs } from "../dialogs/ConflictDialogs.tsx";
import { ComingTicket } from "../ComingTicket.tsx";
import { MergeDialogHost } from "../dialogs/MergeDialogHost.tsx";
import { savedDialog } from "../dialogs/saved-view-dialog.ts";
import { SavedViewDialogs } from "../views/saved-parts.ts";
import { findSaved, nameOf, useSavedCounts, useSavedViews } from "../views/use-saved-views.ts";
import { QueryBox } from "../search/QueryBox.tsx";
import { FilterBar, MoreInAll, SearchStrip } from "../search/search-parts.ts";
import { TicketSelectionBar } from "../selection/selection-bar-part.ts";
import { useSelection } from "../selection/use-selection.ts";
import { TicketCards, TicketPage } from "../LazyTicketPage.tsx";
import { useAround } from "../next-previous.ts";
import { BegunDraftsContext, useBegunDrafts } from "./begun-drafts.ts";
import type { EmptyTicketsProps } from "./EmptyTickets.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { listPane } from "./list-pane.ts";
import { ComingCards } from "./TicketCardSkeleton.tsx";
import { TicketTable } from "./TicketTable.tsx";
import { isOfSnoozed, queryOf } from "./ticket-list-address.ts";
import { useAimAtTicket } from "./use-aim-at-ticket.ts";
import { useShownRows } from "../actions/use-shown-rows.ts";
import { useTicketList } from "./use-ticket-list.ts";
import { useTickets, useViewCounts } from "./use-tickets.ts";
import { ViewPane } from "../views/ViewPane.tsx";

const EmptyTickets = lazyPart<"EmptyTickets", EmptyTicketsProps>(
  () => import("./EmptyTickets.tsx"),
  "EmptyTickets",
);

/** From here up an open ticket stands beside the list; below it covers it. */
const roomForBoth = "(width >= 64rem)";

// A phone has use for nothing else: its code comes beside the list, not after it.
if (matchMedia(oneColumn).matches) void TicketCards.preload();

/** Views, and the list as a full table, or as cards in one column or beside an open ticket. */
export function StaffTickets({ number }: { number: number | null }) {
  const [list, change] = useTicketList();
  const tickets = useTickets(list);
  const pages = useShownRows(tickets.pages);
  const after = tickets.settled || pages.failure !== null;
  const counts = useViewCounts(after);
  const begun = useBegunDrafts(tickets.settled);
  const views = useSavedViews(after || list.saved !== null);
  const savedCounts = useSavedCounts(after);
  const saved = findSaved(views, list);
  const name = nameOf(list, saved);
  const dialog = useStore(savedDialog);
  // Called off also by a page that is only on its way, and hides this one.
  useLayoutEffect(() => () => savedDialog.set(null), []);
  const narrow = useMedia(oneColumn);
  const isRoomy = useMedia(roomForBoth);
  const width = useStore(listPane.width);
  const aim = useAimAtTicket(TicketSelectionBar, TicketCards);
  const lastOpen = useRef(number);
  if (number !== null) lastOpen.current = number;
  const { search, sort, descending } = list;
  const open = number !== null;
  const { count, shown, detour } = tickets;
  const onSearch = (text: string) => change({ search: text }, { step: true });
  const asked = queryOf(shown, useTimeZone());
  const selection = useSelection({
    listKey: JSON.stringify(asked),
    ...{ rows: pages.rows, isPrevious: pages.isPrevious },
    ...{ open, covered: open && !isRoomy },
  });
  const listKey = JSON.stringify(shown);
  const around = useAround(pages.rows, pages.isPrevious ? `before ${listKey}` : listKey, number);
  const moreInAll = search && (
    <Suspense>
      <MoreInAll shown={shown} count={count} atEnd={!pages.hasMore} />
    </Suspense>
  );
  const shared = {
    label: `Tickets: ${name}`,
    pages,
    count,
    listKey,
    current: pages.rows.find((row) => row.number === lastOpen.current)?.id,
    onAim: aim,
    selection: selection.rows,
    ofSnoozed: isOfSnoozed(shown),
    end: moreInAll,
  };

  return (
    <div className="flex h-full">
      {(!open || !narrow) && (
        <TopBarSearch>
          <QueryBox label="Search tickets" list={list} change={change} />
        </TopBarSearch>
      )}
      {!open && <PageName name={name} />}
      {dialog && <SavedViewDialogs onClose={() => savedDialog.set(null)} />}
      {(!open || isRoomy) && (
        <>
          <ViewPane {...{ list, counts, views, savedCounts, saved }} />
          <section
            aria-label="List"
            data-open-beside={open || undefined}
            data-selecting={selection.ids.size > 0 || undefined}
            style={open ? { width: paneSize(listPane, width) } : undefined}
            className={cn("relative flex min-w-0 flex-col", open ? "shrink-0" : "flex-1")}
          >
            <ListToolbar
              {...{ list, saved, count }}
              total={search ? (saved ? savedCounts[saved.id] : counts[list.view]) : undefined}
              compact={narrow || open}
            />
            {(search || saved) && (
              <Suspense>
                <FilterBar {...{ list, change, saved }} compact={narrow || open} />
              </Suspense>
            )}
            {(detour.refused || detour.instead) && (
              <Suspense>
                <SearchStrip
                  {...detour}
                  search={search}
                  staysAsItWas={shown !== list}
                  onSearch={onSearch}
                />
              </Suspense>
            )}
            <BegunDraftsContext value={begun}>
              <ListBody
                pages={pages}
                isExplained={detour.refused !== null}
                empty={
                  <Suspense fallback={null}>
                    <EmptyTickets
                      {...{ counts, name, count }}
                      list={shown}
                      saved={saved !== undefined}
                      unread={detour.refused !== null && shown === list}
                      clearSearch={() => onSearch("")}
                    />
                  </Suspense>
                }
              >
                {narrow || open ? (
                  <Suspense fallback={<ComingCards />}>
                    <TicketCards {...shared} sort={shown.sort} />
                  </Suspense>
                ) : (
                  <TicketTable
                    {...shared}
                    sort={{ id: sort, desc: descending }}
                    onSort={({ id, desc }) => change({ sort: id as TicketSort, descending: desc })}
                  />
                )}
              </ListBody>
            </BegunDraftsContext>
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
      <MergeDialogHost />
      <ConflictDialogs />
      {open && (
        <Suspense fallback={<ComingTicket />}>
          <TicketPage number={number} beside={isRoomy} around={around} />
        </Suspense>
      )}
    </div>
  );
}

function PageName({ name }: { name: string }) {
  usePage({ label: "Tickets", to: "/ticket/log" }, name);
  return null;
}
