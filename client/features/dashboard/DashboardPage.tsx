import { ChartNoAxesColumn } from "lucide-react";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { Link, useLocation, useNavigationType } from "react-router-dom";
import { can } from "../../../shared/access.ts";
import { type DashboardTotals, filterKeys } from "../../../shared/dashboard/figures.ts";
import { deskName, usePage } from "../../app/navigation/page.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { whenForgotten } from "../../data/session/forget.ts";
import { seesEveryTicket, useViewer } from "../../data/session/viewer.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { Agents } from "./blocks/Agents.tsx";
import { Arrivals } from "./blocks/Arrivals.tsx";
import { Backlog } from "./blocks/Backlog.tsx";
import { Breakdowns } from "./blocks/Breakdowns.tsx";
import { CreatedAndResolved } from "./blocks/CreatedAndResolved.tsx";
import { RatingComments, Ratings } from "./blocks/Ratings.tsx";
import { beforeName, dayWithYear, longDay, rangeName } from "./day-names.ts";
import { FigureTiles, useTotals } from "./FigureTiles.tsx";
import { Filters } from "./filters/Filters.tsx";
import { PageActions } from "./PageActions.tsx";
import { TodoCards } from "./TodoCards.tsx";
import { type Dashboard, useDashboard } from "./use-dashboard.ts";

/** The state of the desk and what to do next. Every number links to the tickets it counts. */
export function DashboardPage() {
  usePage("Dashboard");
  const dashboard = useDashboard();
  const wayBack = useReturnFocus();
  const totals = useTotals(dashboard);
  const isEmpty = useIsEmptyDesk(dashboard, totals.data);
  const chosen = totals.isPlaceholderData ? undefined : totals.data?.chosen;

  return (
    <div
      className="min-h-full bg-background print:[print-color-adjust:exact] print:[zoom:0.58]"
      {...wayBack}
    >
      <div className="mx-auto flex max-w-400 flex-col gap-3.5 p-4 shell:px-5">
        <header className="flex flex-wrap items-center gap-2">
          <h1 className="mr-auto font-semibold text-lg">{longDay(dashboard.today)}</h1>
          {!isEmpty && (
            <div className="flex flex-wrap items-center gap-2 max-shell:w-full print:hidden">
              <Filters dashboard={dashboard} chosen={chosen} />
              <div className="contents max-shell:ml-auto max-shell:flex">
                <PageActions dashboard={dashboard} />
              </div>
            </div>
          )}
          <PaperHead dashboard={dashboard} totals={totals.data} />
        </header>
        {isEmpty ? (
          <NothingToCount />
        ) : (
          <>
            <TodoCards dashboard={dashboard} />
            <FigureTiles dashboard={dashboard} />
            <div className="flex flex-wrap gap-3.5">
              <CreatedAndResolved dashboard={dashboard} />
              <Backlog dashboard={dashboard} />
            </div>
            <div className="flex flex-wrap gap-3.5">
              <Arrivals dashboard={dashboard} />
              <Agents dashboard={dashboard} />
            </div>
            {/* The paper has room for the blocks around them only. */}
            <div className="flex flex-wrap gap-3.5 print:hidden">
              <Ratings dashboard={dashboard} />
              <RatingComments dashboard={dashboard} />
            </div>
            <Breakdowns dashboard={dashboard} />
          </>
        )}
      </div>
    </div>
  );
}

/** The empty state of a new desk. */
function NothingToCount() {
  const viewer = useViewer();
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No tickets yet"
      className="rounded-lg border bg-card"
      action={
        <>
          <Button asChild>
            <Link to="/ticket/new">New ticket</Link>
          </Button>
          {can(viewer, "area.users") && (
            <Button asChild variant="outline">
              <Link to="/user/log">Invite people</Link>
            </Button>
          )}
        </>
      }
    >
      {seesEveryTicket(viewer)
        ? "Once tickets arrive, you'll see volume, response times and what needs attention."
        : "Figures appear here once your companies have tickets."}
    </EmptyState>
  );
}

/** Whether the reader sees no ticket at all; only asked when the period has none. */
function useIsEmptyDesk(
  { view: { filters } }: Dashboard,
  totals: DashboardTotals | undefined,
): boolean {
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const canBeEmpty =
    !isNarrowed &&
    totals !== undefined &&
    totals.now.created + totals.now.resolved + totals.now.backlog === 0;
  const all = trpc.tickets.count.useQuery(
    { view: "all" },
    { enabled: canBeEmpty, meta: { showsError: true } },
  );
  return canBeEmpty && all.data?.count === 0;
}

/** The link that was followed, for each history entry; several links may lead to the same place. */
const left = new Map<string, { to: string; at: number }>();

whenForgotten(() => left.clear());

interface ReturnFocus {
  ref: RefObject<HTMLDivElement | null>;
  onClick: (event: MouseEvent) => void;
}

/** When a person returns to the page, focuses the link they left it by, once it is rendered. */
function useReturnFocus(): ReturnFocus {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";

  useEffect(() => {
    const wanted = isBack && left.get(key);
    if (!wanted) return;
    left.delete(key);
    const used = new AbortController();
    const look = () => {
      const found = linksTo(ref.current, wanted.to);
      const link = found[wanted.at] ?? found[0];
      if (!link) return;
      used.abort();
      link.focus();
    };
    const watch = new MutationObserver(look);
    used.signal.addEventListener("abort", () => watch.disconnect());
    // Any action in the meantime cancels this.
    for (const type of ["keydown", "pointerdown"]) {
      document.addEventListener(type, () => used.abort(), { capture: true, signal: used.signal });
    }
    if (ref.current) watch.observe(ref.current, { childList: true, subtree: true });
    look();
    return () => used.abort();
  }, [key, isBack]);

  return {
    ref,
    onClick({ target, defaultPrevented }) {
      const link = target instanceof Element && target.closest<Linking>("a[href]");
      // The router handled the click, so it did not open a new tab.
      if (!link || !defaultPrevented) return;
      const to = link.getAttribute("href") ?? "";
      left.set(key, { to, at: linksTo(ref.current, to).indexOf(link) });
    },
  };
}

/** Links in charts are SVG elements. */
type Linking = HTMLElement | SVGElement;

function linksTo(page: Element | null, to: string): Linking[] {
  const links = page?.querySelectorAll<Linking>(`a[href="${CSS.escape(to)}"]`) ?? [];
  return [...links];
}

interface PaperHeadProps {
  dashboard: Dashboard;
  totals: DashboardTotals | undefined;
}

/** The print heading: it names the filters, which are not interactive on paper. */
function PaperHead({ dashboard: { view, today, timeZone }, totals }: PaperHeadProps) {
  const desk = useStore(deskName);
  const { range, compare, filters } = view;
  const narrowed = filterKeys.flatMap((key) => totals?.chosen[key] ?? filters[key] ?? []);
  const days = totals?.now.days;
  return (
    <p className="hidden text-muted-foreground print:block">
      {[
        desk,
        rangeName(range, today),
        days && `${dayWithYear(days.from)} to ${dayWithYear(days.to)}`,
        compare && `vs ${beforeName(range)}`,
        ...narrowed,
        timeZone.replaceAll("_", " "),
      ]
        .filter(Boolean)
        .join(" · ")}
    </p>
  );
}
