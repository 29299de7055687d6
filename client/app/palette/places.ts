import { Bookmark, type LucideIcon } from "lucide-react";
import { isStaff, type Role } from "../../../shared/access.ts";
import type { SavedView } from "../../../shared/saved-views.ts";
import { customerViews, ticketViews, viewNames } from "../../../shared/tickets/vocabulary.ts";
import { writeSearch } from "../../components/table/list-address.ts";
import { customerViewNames, viewIcons } from "../../components/ticket/views.ts";
import type { PageName, SettingsTab } from "../../pages.ts";
import type { KeyId } from "../keyboard/keys.ts";
import { areasOf, personPlacesOf } from "../navigation/areas.ts";
import { personIcons } from "../person-icons.ts";

interface Place {
  label: string;
  to: string;
  icon: LucideIcon | undefined;
  keys?: KeyId;
}

/** The page itself leads to the first of them. */
const settings: Record<Exclude<SettingsTab, "desk">, string> = {
  teams: "Teams",
  tags: "Tags",
  macros: "Macros",
  mail: "Mail",
  "sign-in": "Sign-in rules",
};

/** Where a page leads besides to itself, with its own icon. */
const further: Partial<Record<PageName, Omit<Place, "icon">[]>> = {
  dashboard: [
    { label: "Dashboard: today", to: "/dashboard/log?period=today" },
    { label: "Dashboard: last 7 days", to: "/dashboard/log?period=7d" },
    { label: "Dashboard: last 90 days", to: "/dashboard/log?period=90d" },
  ],
  settings: Object.entries(settings).map(([tab, label]) => ({ label, to: `/settings/${tab}` })),
};

/** The built-in views, called as in the list of whoever looks. */
function viewsOf(viewer: { role: Role }): Place[] {
  const mine = isStaff(viewer) ? ticketViews : customerViews;
  const names = isStaff(viewer) ? viewNames : customerViewNames;
  return mine.map((view) => ({
    label: withNoun(names[view] ?? viewNames[view]),
    to: `/ticket/log?view=${view}`,
    icon: viewIcons[view],
  }));
}

/** What says of what kind tickets are; whose turn it is says more than that. */
function withNoun(name: string): string {
  return name === customerViewNames.pending ? name : `${name} tickets`;
}

/** A saved view, with all that makes its list in the address. */
export function placeOfView({ id, name, q, timeZone, sort, descending }: SavedView): Place {
  const dir = descending === null ? undefined : descending ? "desc" : "asc";
  const list = { view: "all", q, tz: timeZone ?? undefined, saved: id };
  const to = `/ticket/log${writeSearch({ ...list, sort: sort ?? undefined, dir })}`;
  return { label: name, to, icon: Bookmark };
}

/** Each page that a menu leads this person to, and what lies in it. */
export function placesFor(viewer: { role: Role }): Place[] {
  const ownPlaces = personPlacesOf(viewer).map((place) => ({
    ...place,
    icon: personIcons[place.page],
    keys: undefined,
  }));
  return [...areasOf(viewer), ...ownPlaces].flatMap(({ page, label, home, icon, keys }) => [
    { label, to: home, icon, ...(keys && { keys }) },
    ...(page === "tickets" ? viewsOf(viewer) : []),
    ...(further[page] ?? []).map((place) => ({ ...place, icon })),
  ]);
}
