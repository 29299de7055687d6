import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import { usePage } from "../../app/navigation/page.ts";
import { formatCount } from "../../components/format/format.ts";
import { HeldMailList } from "../../components/HeldMailList.tsx";
import { TicketDialogs } from "./dialogs/TicketDialogs.tsx";
import { useTicketList } from "./list/use-ticket-list.ts";
import { useHeldCount, useViewCounts } from "./list/use-tickets.ts";
import { useSavedCounts, useSavedViews } from "./views/use-saved-views.ts";
import { ViewPane } from "./views/ViewPane.tsx";
import { ViewToolbar } from "./views/ViewToolbar.tsx";

const name = "Held mail";

/** The mails that agents decide about, next to the views of tickets. */
export function HeldMailPage() {
  const [list] = useTicketList();
  const heldCount = useHeldCount(true);
  const counts = useViewCounts(true);
  const views = useSavedViews(true);
  const savedCounts = useSavedCounts(true);
  usePage({ label: "Tickets", to: "/ticket/log" }, name);
  return (
    <div className="flex h-full">
      <ViewPane
        list={list}
        counts={counts}
        views={views}
        savedCounts={savedCounts}
        saved={undefined}
        heldCount={heldCount}
        isHeld
      />
      <section aria-label="List" className="flex min-w-0 flex-1 flex-col">
        <ViewToolbar name={name} isHeld>
          <span role="status" className="text-muted-foreground tabular-nums">
            {heldCount !== null && formatCount(heldCount, viewCountCap)}
          </span>
          <p className="ml-auto truncate text-muted-foreground max-shell:sr-only">
            Content is deleted after 30 days.
          </p>
        </ViewToolbar>
        <HeldMailList />
      </section>
      <TicketDialogs />
    </div>
  );
}
