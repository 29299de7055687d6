import { type ReactNode, Suspense } from "react";
import {
  createBrowserRouter,
  createRoutesFromElements,
  Navigate,
  Outlet,
  Route,
  RouterProvider,
  useParams,
} from "react-router-dom";
import { type Capability, can } from "../shared/access.ts";
import { isUuid } from "../shared/ids.ts";
import { AuthSkeleton } from "./features/auth/public/AuthFrame.tsx";
import "./app/keyboard/composition.ts";
import { BrokenPage } from "./app/BrokenPage.tsx";
import { ErrorBoundary } from "./app/lazy/ErrorBoundary.tsx";
import { type LazyComponent, lazyComponent } from "./app/lazy/lazy-component.ts";
import { PreloadContext } from "./app/lazy/preload.ts";
import { NotFoundPage } from "./app/NotFoundPage.tsx";
import { homeOf, rememberedArea } from "./app/navigation/areas.ts";
import { ShellSkeleton } from "./app/ShellSkeleton.tsx";
import { Hints } from "./components/ui/hints.tsx";
import { useViewer } from "./data/session/viewer.ts";
import { type PageName, pageAt, pageNames, pages, rootOf } from "./pages.ts";

const LinkPage = lazyComponent(() => import("./features/auth/public/LinkPage.tsx"), "LinkPage");
const Inside = lazyComponent(() => import("./first-page.ts"), "Inside");

const ReadOnlyRecord = lazyComponent(() => import("./people-pages.ts"), "ReadOnlyRecord");

/** Loads both at the same time: the list, and the ticket open in it. */
const ticketPage: Fetched = {
  preload: async () => {
    const loading = import("./ticket-page.ts");
    const { TicketPage } = await import("./first-page.ts");
    await loading;
    return TicketPage.preload();
  },
};

/** The code of each page. A record opens inside its list's page, so the list stays mounted. */
const codeOf: Record<PageName, PageCode> = {
  tickets: {
    Page: lazyComponent(() => import("./first-page.ts"), "TicketListPage"),
    opens: isTicketNumber,
    opened: [ticketPage],
  },
  newTicket: {
    Page: lazyComponent(() => import("./ticket-pages.ts"), "NewTicketPage"),
  },
  heldMail: {
    Page: lazyComponent(() => import("./ticket-pages.ts"), "HeldMailPage"),
  },
  users: {
    Page: lazyComponent(() => import("./people-pages.ts"), "UserListPage"),
    opens: isUuid,
  },
  companies: {
    Page: lazyComponent(() => import("./people-pages.ts"), "CompanyListPage"),
    opens: isUuid,
  },
  dashboard: {
    Page: lazyComponent(() => import("./dashboard-page.ts"), "DashboardPage"),
  },
  profile: {
    Page: lazyComponent(() => import("./people-pages.ts"), "ProfilePage"),
  },
  settings: {
    Page: lazyComponent(() => import("./settings-page.ts"), "SettingsPage"),
  },
  audit: { Page: lazyComponent(() => import("./people-pages.ts"), "AuditPage") },
  login: { Page: lazyComponent(() => import("./features/auth/public/LoginPage.tsx"), "LoginPage") },
  resetPassword: { Page: LinkPage },
  invitation: { Page: LinkPage },
  confirmAddress: { Page: LinkPage },
  setup: { Page: LinkPage },
  oneTicket: {
    Page: lazyComponent(() => import("./features/tickets/OneTicketPage.tsx"), "OneTicketPage"),
  },
};

interface PageCode {
  Page: LazyComponent<object>;
  /** Which `:place` values exist besides the list at `log`. */
  opens?: (place: string) => boolean;
  /** The code that an opened record needs in addition. */
  opened?: Fetched[];
}

type Fetched = Pick<LazyComponent<object>, "preload">;

const router = createBrowserRouter(
  createRoutesFromElements(
    <>
      <Route element={<Outside />}>{pageNames.filter(isPublic).map(routesOf)}</Route>
      <Route
        element={
          <Suspense fallback={<ShellSkeleton />}>
            <Inside />
          </Suspense>
        }
      >
        <Route path="/" element={<Home />} />
        {pageNames.filter((name) => !isPublic(name)).map(routesOf)}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </>,
  ),
);

export function App() {
  return (
    <ErrorBoundary fallback={<BrokenPage />}>
      <PreloadContext value={preloadFor}>
        {/* The address changes immediately, with a skeleton while its page loads. */}
        <RouterProvider router={router} useTransitions={false} />
      </PreloadContext>
    </ErrorBoundary>
  );
}

function isPublic(name: PageName): boolean {
  return pages[name].isPublic === true;
}

function routesOf(name: PageName): ReactNode {
  const { path, capability, entry } = pages[name];
  const base = rootOf(path);
  return (
    <Route
      key={name}
      element={capability ? <Only capability={capability} page={name} /> : <Outlet />}
    >
      <Route path={path} element={<Place key={name} page={name} />} />
      {entry && entry.home !== base && (
        <Route path={base} element={<Navigate to={entry.home} replace />} />
      )}
    </Route>
  );
}

/** Pages that are open without a session. */
function Outside() {
  return (
    <Suspense fallback={<AuthSkeleton />}>
      <Outlet />
      <Hints />
    </Suspense>
  );
}

/** Shows "not found" to roles without the permission; agents read records whose page is for Super Admins. */
function Only({ capability, page }: { capability: Capability; page: PageName }): ReactNode {
  if (can(useViewer(), capability)) return <Outlet />;
  return page === "users" || page === "companies" ? (
    <ReadOnlyRecord page={page} />
  ) : (
    <NotFoundPage />
  );
}

function Place({ page }: { page: PageName }) {
  const { place } = useParams();
  const { Page, opens } = codeOf[page];
  const isThere = !opens || place === "log" || opens(place ?? "");
  return isThere ? <Page /> : <NotFoundPage />;
}

function isTicketNumber(place: string): boolean {
  return /^[1-9]\d{0,14}$/.test(place);
}

function Home() {
  return <Navigate to={homeOf(useViewer())} replace />;
}

/** Resolves when the code of the page has loaded or failed to load. */
export async function preloadFor(path: string): Promise<void> {
  const name = path === "/" ? rememberedArea()?.page : pageAt(path);
  const parts: Fetched[] = name && pages[name].isPublic ? [] : [Inside];
  if (name) {
    const { Page, opens, opened = [] } = codeOf[name];
    const [place = ""] = path.split("/").slice(2);
    parts.push(Page, ...(opens?.(place) ? opened : []));
  }
  await Promise.all(parts.map((part) => part.preload().catch(() => false)));
}
