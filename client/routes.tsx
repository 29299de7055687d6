import { type ReactNode, Suspense } from "react";
import { BrowserRouter, Navigate, Outlet, Route, Routes, useParams } from "react-router-dom";
import { type Capability, can } from "../shared/access.ts";
import { isUuid } from "../shared/ids.ts";
import { AuthSkeleton } from "./auth/AuthSkeleton.tsx";
import { type AreaLabel, areaAt, homeOf, rememberedArea } from "./lib/areas.ts";
import "./lib/before-back.ts";
import { ErrorBoundary } from "./lib/error-boundary.tsx";
import { type LazyPart, lazyPart } from "./lib/lazy-part.ts";
import { useViewer } from "./lib/viewer.ts";
import { BrokenPage } from "./shell/BrokenPage.tsx";
import { NotFoundPage } from "./shell/NotFoundPage.tsx";
import type { ShellProps } from "./shell/Shell.tsx";
import { ShellSkeleton } from "./shell/ShellSkeleton.tsx";
import { TicketCards, TicketPage } from "./tickets/ticket-page-part.ts";

const LoginPage = lazyPart(() => import("./auth/LoginPage.tsx"), "LoginPage");
const ResetPasswordPage = lazyPart(
  () => import("./auth/ResetPasswordPage.tsx"),
  "ResetPasswordPage",
);
const InvitationPage = lazyPart(() => import("./auth/InvitationPage.tsx"), "InvitationPage");
const FirstAdminPage = lazyPart(() => import("./auth/FirstAdminPage.tsx"), "FirstAdminPage");
const Inside = lazyPart<"Inside", ShellProps>(() => import("./shell/Inside.tsx"), "Inside");
const TicketListPage = lazyPart(() => import("./tickets/TicketListPage.tsx"), "TicketListPage");
const NewTicketPage = lazyPart(() => import("./tickets/new/NewTicketPage.tsx"), "NewTicketPage");
const UserListPage = lazyPart(() => import("./users/UserListPage.tsx"), "UserListPage");
const CompanyListPage = lazyPart(
  () => import("./companies/CompanyListPage.tsx"),
  "CompanyListPage",
);
const DashboardPage = lazyPart(() => import("./dashboard/DashboardPage.tsx"), "DashboardPage");
const ProfilePage = lazyPart(() => import("./profile/ProfilePage.tsx"), "ProfilePage");
const SettingsPage = lazyPart(() => import("./settings/SettingsPage.tsx"), "SettingsPage");

const AuditPage = lazyPart(() => import("./audit/AuditPage.tsx"), "AuditPage");

const areaPages: Record<AreaLabel, LazyPart<object>> = {
  Tickets: TicketListPage,
  Users: UserListPage,
  Company: CompanyListPage,
  Dashboard: DashboardPage,
};

type Fetched = Pick<LazyPart<object>, "preload">;

const otherPages: Record<string, Fetched[]> = {
  "/": [],
  "/login": [LoginPage],
  "/profile": [Inside, ProfilePage],
  "/settings": [Inside, SettingsPage],
  "/audit": [Inside, AuditPage],
  "/reset-password": [ResetPasswordPage],
  "/invitation": [InvitationPage],
  "/setup": [FirstAdminPage],
};

/** The code of the page that is opened: fetched at once, not when it is its turn to be drawn. */
export const firstPage = preloadFor(location.pathname);

export function App() {
  return (
    <ErrorBoundary fallback={<BrokenPage />}>
      {/* The address is drawn at once, with a skeleton where its page is still on the way. */}
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route element={<Outside />}>
            <Route path="/login" element={<LoginPage preload={preloadFor} />} />
            <Route path="/reset-password" element={<ResetPasswordPage />} />
            <Route path="/invitation" element={<InvitationPage />} />
            <Route path="/setup" element={<FirstAdminPage />} />
          </Route>
          <Route
            element={
              <Suspense fallback={<ShellSkeleton />}>
                <Inside preload={preloadFor} />
              </Suspense>
            }
          >
            <Route path="/" element={<Home />} />
            <Route path="/ticket" element={<Navigate to="/ticket/log" replace />} />
            <Route path="/ticket/new" element={<NewTicketPage />} />
            <Route path="/ticket/:place" element={<TicketPlace />} />
            <Route element={<Only capability="area.users" />}>
              <Route path="/user" element={<Navigate to="/user/log" replace />} />
              <Route path="/user/:place" element={<UserPlace />} />
            </Route>
            <Route element={<Only capability="area.companies" />}>
              <Route path="/company" element={<Navigate to="/company/log" replace />} />
              <Route path="/company/:place" element={<CompanyPlace />} />
            </Route>
            <Route element={<Only capability="area.dashboard" />}>
              <Route path="/dashboard" element={<Navigate to="/dashboard/log" replace />} />
              <Route path="/dashboard/log" element={<DashboardPage />} />
            </Route>
            <Route path="/profile" element={<ProfilePage />} />
            <Route element={<Only capability="area.settings" />}>
              <Route path="/settings/:tab?" element={<SettingsPage />} />
            </Route>
            <Route element={<Only capability="area.audit" />}>
              <Route path="/audit" element={<AuditPage />} />
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </BrowserRouter>
    </ErrorBoundary>
  );
}

/** Pages that ask nobody who they are. */
function Outside() {
  return (
    <Suspense fallback={<AuthSkeleton />}>
      <Outlet />
    </Suspense>
  );
}

/** To those whose role lacks a page it does not exist. */
function Only({ capability }: { capability: Capability }): ReactNode {
  return can(useViewer(), capability) ? <Outlet /> : <NotFoundPage />;
}

/** The list, or a ticket by its number: one page, so that the list stays as it is. */
function TicketPlace() {
  const { place = "" } = useParams();
  return place === "log" || isTicketNumber(place) ? <TicketListPage /> : <NotFoundPage />;
}

/** The same of users: the list, or somebody by their id. */
function UserPlace() {
  const { place = "" } = useParams();
  return place === "log" || isUuid(place) ? <UserListPage /> : <NotFoundPage />;
}

/** The list, or a company by its id: one page, so that the list stays as it is. */
function CompanyPlace() {
  const { place = "" } = useParams();
  return place === "log" || isUuid(place) ? <CompanyListPage /> : <NotFoundPage />;
}

function isTicketNumber(place: string): boolean {
  return /^[1-9]\d{0,14}$/.test(place);
}

function Home() {
  return <Navigate to={homeOf(useViewer())} replace />;
}

/** Settles when the code of the page at this path is there, or could not be fetched. */
async function preloadFor(path: string): Promise<void> {
  if (path === "/ticket/new") return preload([Inside, NewTicketPage]);
  if (isTicketNumber(path.replace("/ticket/", ""))) {
    return preload([Inside, TicketListPage, TicketPage, TicketCards]);
  }
  const area = path === "/" ? rememberedArea() : areaAt(path);
  const pages = area
    ? [Inside, areaPages[area.label as AreaLabel]]
    : (otherPages[`/${path.split("/")[1]}`] ?? [Inside]);
  return preload(pages);
}

async function preload(pages: readonly Fetched[]): Promise<void> {
  await Promise.all(pages.map((page) => page.preload()));
}
