import {
  Bookmark,
  Building2,
  ChartColumn,
  CircleCheck,
  CircleDashed,
  IdCard,
  Inbox,
  type LucideIcon,
  Moon,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import type { Capability } from "../../../shared/access.ts";
import type { SavedView } from "../../../shared/saved-views.ts";
import type { KeyId } from "../../lib/keys.ts";
import { writeSearch } from "../../parts/list/list-address.ts";

export interface Place {
  label: string;
  to: string;
  icon: LucideIcon;
  capability?: Capability;
  keys?: KeyId;
}

const places: Place[] = [
  { label: "Tickets", to: "/ticket/log", icon: Inbox, keys: "go.tickets" },
  {
    label: "My open tickets",
    to: "/ticket/log?view=my-open",
    icon: UserRound,
    capability: "ticket.staffFields",
  },
  {
    label: "Unassigned tickets",
    to: "/ticket/log?view=unassigned",
    icon: CircleDashed,
    capability: "ticket.staffFields",
  },
  {
    label: "Snoozed tickets",
    to: "/ticket/log?view=snoozed",
    icon: Moon,
    capability: "ticket.staffFields",
  },
  {
    label: "Recently resolved tickets",
    to: "/ticket/log?view=recently-resolved",
    icon: CircleCheck,
  },
  { label: "Users", to: "/user/log", icon: Users, capability: "area.users", keys: "go.users" },
  {
    label: "Company",
    to: "/company/log",
    icon: Building2,
    capability: "area.companies",
    keys: "go.companies",
  },
  {
    label: "Dashboard",
    to: "/dashboard/log",
    icon: ChartColumn,
    capability: "area.dashboard",
    keys: "go.dashboard",
  },
  {
    label: "Dashboard of today",
    to: "/dashboard/log?period=today",
    icon: ChartColumn,
    capability: "area.dashboard",
  },
  {
    label: "Dashboard of the last 7 days",
    to: "/dashboard/log?period=7d",
    icon: ChartColumn,
    capability: "area.dashboard",
  },
  {
    label: "Dashboard of the last 90 days",
    to: "/dashboard/log?period=90d",
    icon: ChartColumn,
    capability: "area.dashboard",
  },
  { label: "Profile", to: "/profile", icon: IdCard },
  { label: "Settings", to: "/settings", icon: Settings, capability: "area.settings" },
  { label: "Teams", to: "/settings/teams", icon: Settings, capability: "area.settings" },
  { label: "Tags", to: "/settings/tags", icon: Settings, capability: "area.settings" },
  { label: "Audit log", to: "/audit", icon: ScrollText, capability: "area.audit" },
];

/** A saved view, with all that makes its list in the address. */
export function placeOfView({ id, name, q, timeZone, sort, descending }: SavedView): Place {
  const dir = descending === null ? undefined : descending ? "desc" : "asc";
  const list = { view: "all", q, tz: timeZone ?? undefined, saved: id };
  const to = `/ticket/log${writeSearch({ ...list, sort: sort ?? undefined, dir })}`;
  return { label: name, to, icon: Bookmark };
}

export function placesFor(can: (capability: Capability) => boolean): Place[] {
  return places.filter(({ capability }) => capability === undefined || can(capability));
}
