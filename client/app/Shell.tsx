import { Unplug } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { can, isStaff } from "../../shared/access.ts";
import { fallbackMessage } from "../../shared/client-error-messages.ts";
import { isEnded } from "../../shared/jobs.ts";
import { shownResult, startedJobs } from "../components/jobs/started-jobs.ts";
import { Button } from "../components/ui/button.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";
import { Hints } from "../components/ui/hints.tsx";
import { NotLoaded } from "../components/ui/not-loaded.tsx";
import { Notices } from "../components/ui/notices.tsx";
import { offlineSince } from "../data/connection.ts";
import { useLiveUpdates } from "../data/live/use-live-updates.ts";
import { welcome } from "../data/session/last-person.ts";
import { useProfileNews } from "../data/session/profile-news.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { trpc } from "../data/trpc.ts";
import { useDrawnPath, useHoldsKeys } from "./keyboard/held-keys.ts";
import { keysOff, useKeys } from "./keyboard/keys.ts";
import { ErrorBoundary } from "./lazy/ErrorBoundary.tsx";
import { fetchTheRest, lazyComponent } from "./lazy/lazy-component.ts";
import { usePreload } from "./lazy/preload.ts";
import { areaAt, areasOf, rememberArea } from "./navigation/areas.ts";
import { usePage } from "./navigation/page.ts";
import { OfflineBar } from "./OfflineBar.tsx";
import { Overlays } from "./Overlays.tsx";
import { PageSkeleton } from "./ShellSkeleton.tsx";
import { SideNavigation } from "./SideNavigation.tsx";
import { TopBar } from "./TopBar.tsx";
import { setTheme } from "./theme/theme.ts";

const JobBar = lazyComponent(() => import("./lazy/overlays.ts"), "JobBar");

/** The frame around every page of a signed-in user. */
export function Shell() {
  const { pathname } = useLocation();
  const viewer = useViewer();
  useProfileTheme();
  useProfileKeys();
  useProfileNews();
  useWelcome();
  useAreaKeys();
  useLiveUpdates();
  useRememberedArea(pathname);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(pathname, main);
  useDrawnPath(pathname);
  useEffect(() => void fetchTheRest(), []);
  useAimAtLinks(usePreload());
  usePageGuards();

  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex h-dvh bg-card max-shell:flex-col-reverse">
        <SideNavigation />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <TopBar />
          {can(viewer, "ticket.bulk") && <Jobs />}
          <OfflineBar />
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto overflow-x-clip outline-none"
          >
            <ErrorBoundary resetKey={pathname} fallback={<PageError />}>
              <Suspense fallback={<ComingPage />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <Overlays />
      <Notices />
      <Hints />
    </>
  );
}

/** The job bar is loaded with the first job and stays mounted to show how each job ended. */
function Jobs() {
  const { data } = trpc.jobs.list.useQuery(undefined, { meta: { showsError: true } });
  const started = useStore(startedJobs);
  const result = useStore(shownResult);
  const running = data?.jobs.some((job) => !isEnded(job)) || started.length > 0;
  const [needed, setNeeded] = useState(false);
  if (!needed && (running || result !== null)) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <JobBar />
    </Suspense>
  );
}

/** Applies a theme that was chosen on another device. */
function useProfileTheme(): void {
  const { theme } = useViewer();
  useEffect(() => setTheme(theme), [theme]);
}

/** Single-key shortcuts are for staff, who can switch them off in the profile. */
function useProfileKeys(): void {
  const viewer = useViewer();
  const areOff = !viewer.singleKeys || !isStaff(viewer);
  useEffect(() => keysOff.set(areOff), [areOff]);
}

function useWelcome(): void {
  const { id } = useViewer();
  useEffect(() => welcome(id), [id]);
}

function useRememberedArea(pathname: string): void {
  const viewer = useViewer();
  useEffect(() => {
    const area = areaAt(pathname);
    if (area && areasOf(viewer).includes(area)) rememberArea(area);
  }, [pathname, viewer]);
}

/** Moves the focus to the top of a new page, for keyboard and screen-reader users. */
function useFocusOnNewPage(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { activeElement } = document;
    // While the next page loads, the previous one stays mounted but hidden, with the focus in it.
    const isLost = activeElement === document.body || !activeElement?.checkVisibility();
    if (isLost) main.current?.focus();
  }, [pathname, main]);
}

/** Shown when a page throws; the navigation around it still works. */
function PageError() {
  return (
    <div role="alert">
      <EmptyState
        icon={Unplug}
        title={fallbackMessage}
        action={
          <Button variant="outline" onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      >
        Couldn't show this page. Your saved work is safe.
      </EmptyState>
    </div>
  );
}

/** Loads the page guards at the first focus or drag. */
function usePageGuards(): void {
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { guardPage } = await import("./page-guards.ts");
      if (!isOver) stop = guardPage();
    };
    const first = new AbortController();
    const listen = () => {
      first.abort();
      // Without them, the browser's own behaviour applies.
      begin().catch(() => {});
    };
    for (const type of ["focusin", "dragenter"]) {
      document.addEventListener(type, listen, { signal: first.signal });
    }
    return () => {
      isOver = true;
      first.abort();
      stop();
    };
  }, []);
}

/** Preloads the code behind a link when it is hovered or focused. */
function useAimAtLinks(preload: (path: string) => Promise<void>): void {
  useEffect(() => {
    let aimed = "";
    const aim = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (!link || link.origin !== location.origin || link.pathname === aimed) return;
      aimed = link.pathname;
      void preload(aimed);
    };
    for (const act of acts) document.addEventListener(act, aim, { passive: true });
    return () => {
      for (const act of acts) document.removeEventListener(act, aim);
    };
  }, [preload]);
}

/** A touch fires `pointerover` when the finger comes down. */
const acts = ["pointerover", "focusin"];

/** Shortcuts that navigate from anywhere, limited to the areas of the role. */
function useAreaKeys(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  // Over the list that it is opened from.
  const openNewTicket = () => {
    const { pathname, search } = location;
    const list = isStaff(viewer) && pathname === "/ticket/log" ? search : "";
    navigate({ pathname: "/ticket/new", search: list });
  };
  const areas = areasOf(viewer).map(({ keys, home }) => [keys, () => navigate(home)] as const);
  useKeys(
    {
      ...Object.fromEntries(areas),
      "ticket.new": can(viewer, "ticket.open") ? openNewTicket : undefined,
    },
    { everywhere: true },
  );
}

/** Shown while a page's code loads: its title and skeleton. */
function ComingPage() {
  const { pathname } = useLocation();
  const offline = useStore(offlineSince) !== null;
  usePage(areaAt(pathname)?.label ?? "Loading");
  useHoldsKeys();
  return offline ? <NotLoaded /> : <PageSkeleton />;
}
