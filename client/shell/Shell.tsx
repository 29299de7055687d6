import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { areaAt, areasOf, rememberArea } from "../lib/areas.ts";
import { ErrorBoundary } from "../lib/error-boundary.tsx";
import { setTheme } from "../lib/theme.ts";
import { useViewer } from "../lib/viewer.ts";
import { Hints } from "../ui/hints.tsx";
import { Notices } from "../ui/notices.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { PageTrouble } from "./PageTrouble.tsx";
import { SideNavigation } from "./SideNavigation.tsx";
import { TopBar } from "./TopBar.tsx";

/** What stands around every page of a signed-in person. */
export function Shell() {
  const { pathname } = useLocation();
  useProfileTheme();
  useRememberedArea(pathname);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(pathname, main);

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
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto overflow-x-clip outline-none"
          >
            <ErrorBoundary resetKey={pathname} fallback={<PageTrouble />}>
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <Notices />
      <Hints />
    </>
  );
}

/** A theme chosen on another computer arrives here with the profile. */
function useProfileTheme(): void {
  const { theme } = useViewer();
  useEffect(() => setTheme(theme), [theme]);
}

function useRememberedArea(pathname: string): void {
  const viewer = useViewer();
  useEffect(() => {
    const area = areaAt(pathname);
    if (area && areasOf(viewer).includes(area)) rememberArea(area);
  }, [pathname, viewer]);
}

/** A new page begins at its top for the keyboard and the screen reader too. */
function useFocusOnNewPage(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) main.current?.focus();
  }, [pathname, main]);
}
