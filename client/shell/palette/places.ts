import {
  Bookmark,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  Moon,
  UserRound,
} from "lucide-react";
import { type Capability, can, type Role } from "../../../shared/access.ts";
import type { SavedView } from "../../../shared/saved-views.ts";
import type { KeyId } from "../../lib/keys/keys.ts";
import { areasOf, personPlacesOf } from "../../lib/place/areas.ts";
import type { PageName } from "../../pages.ts";
import { writeSearch } from "../../parts/list/list-address.ts";
import { personIcons } from "../person-icons.ts";

export interface Place {
  label: string;
  to: string;
  icon: LucideIcon | undefined;
  keys?: KeyId;
}

interface Further extends Omit<Place, "icon"> {
  icon?: LucideIcon;
  capability?: Capability;
}

/** Where a page leads besides to itself: with its own icon, where none is given. */
const further: Partial<Record<PageName, Further[]>> = {
  tickets: [
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
  ],
  dashboard: [
    { label: "Dashboard of today", to: "/dashboard/log?period=today" },
    { label: "Dashboard of the last 7 days", to: "/dashboard/log?period=7d" },
    { label: "Dashboard of the last 90 days", to: "/dashboard/log?period=90d" },
  ],
  settings: [
    { label: "Teams", to: "/settings/teams" },
    { label: "Tags", to: "/settings/tags" },
    { label: "Macros", to: "/settings/macros" },
    { label: "Mail", to: "/settings/mail" },
  ],
};

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
    ...(further[page] ?? [])
      .filter(({ capability }) => capability === undefined || can(viewer, capability))
      .map(({ label, to, icon: own = icon }) => ({ label, to, icon: own })),
  ]);
}
