import { Building2, ChartNoAxesColumn, Inbox, type LucideIcon, Users } from "lucide-react";
import type { Capability } from "../shared/access.ts";

interface Page {
  /** The router's pattern. */
  path: string;
  /** Without this permission the page does not exist. */
  capability?: Capability;
  /** Open without a session. */
  isPublic?: true;
  entry?: Entry;
}

/** How a menu links to the page. */
interface Linked {
  label: string;
  home: string;
}

export interface SideEntry extends Linked {
  menu: "side";
  icon: LucideIcon;
  keys: "go.tickets" | "go.users" | "go.companies" | "go.dashboard";
}

/** An entry of the account menu, which has its own icons: the first page needs none of them. */
export interface PersonEntry extends Linked {
  menu: "person";
}

export type Entry = SideEntry | PersonEntry;

/** Every page. Routes, menus, shortcuts and the palette follow it; routes.tsx has the code of each. */
const table = {
  tickets: {
    path: "/ticket/:place",
    capability: "area.tickets",
    entry: {
      label: "Tickets",
      home: "/ticket/log",
      icon: Inbox,
      menu: "side",
      keys: "go.tickets",
    },
  },
  newTicket: { path: "/ticket/new", capability: "ticket.open" },
  heldMail: { path: "/ticket/held", capability: "mail.held" },
  users: {
    path: "/user/:place",
    capability: "area.users",
    entry: { label: "Users", home: "/user/log", icon: Users, menu: "side", keys: "go.users" },
  },
  companies: {
    path: "/company/:place",
    capability: "area.companies",
    entry: {
      label: "Company",
      home: "/company/log",
      icon: Building2,
      menu: "side",
      keys: "go.companies",
    },
  },
  dashboard: {
    path: "/dashboard/log",
    capability: "area.dashboard",
    entry: {
      label: "Dashboard",
      home: "/dashboard/log",
      icon: ChartNoAxesColumn,
      menu: "side",
      keys: "go.dashboard",
    },
  },
  profile: {
    path: "/profile",
    entry: { label: "Profile", home: "/profile", menu: "person" },
  },
  settings: {
    path: "/settings/:tab?/:item?",
    capability: "area.settings",
    entry: { label: "Settings", home: "/settings", menu: "person" },
  },
  audit: {
    path: "/audit",
    capability: "area.audit",
    entry: { label: "Audit log", home: "/audit", menu: "person" },
  },
  login: { path: "/login", isPublic: true },
  resetPassword: { path: "/reset-password", isPublic: true },
  invitation: { path: "/invitation", isPublic: true },
  confirmAddress: { path: "/confirm-address", isPublic: true },
  setup: { path: "/setup", isPublic: true },
  oneTicket: { path: "/t", isPublic: true },
} as const satisfies Record<string, Page>;

/** The values of `:tab` in the settings. */
export type SettingsTab =
  | "desk"
  | "teams"
  | "tags"
  | "macros"
  | "mailboxes"
  | "mail"
  | "api"
  | "sign-in";

export type PageName = keyof typeof table;
export const pages: Record<PageName, Page> = table;
export const pageNames = Object.keys(pages) as PageName[];

/** The page at this path, or the one above it: `/user/…` is the users' page. */
export function pageAt(path: string): PageName | undefined {
  const isOfSame = (name: PageName) => rootOf(pages[name].path) === rootOf(path);
  return pageNames.find((name) => pages[name].path === path) ?? pageNames.find(isOfSame);
}

export function rootOf(path: string): string {
  return `/${path.split("/")[1] ?? ""}`;
}

/** Whether the page is open without a session. */
export function isPublicPath(path: string): boolean {
  const plain = path.replace(/\/+$/, "");
  return pageNames.some((name) => pages[name].isPublic && pages[name].path === plain);
}
