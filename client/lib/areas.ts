import { type Capability, can, type Role } from "../../shared/access.ts";

export interface Area {
  /** The entry's label in the navigation, and what `selected-menu` holds. */
  label: string;
  path: string;
  home: string;
  capability: Capability;
}

export const areas = [
  { label: "Tickets", path: "/ticket", home: "/ticket/log", capability: "area.tickets" },
  { label: "Users", path: "/user", home: "/user/log", capability: "area.users" },
  { label: "Company", path: "/company", home: "/company/log", capability: "area.companies" },
  { label: "Dashboard", path: "/dashboard", home: "/dashboard/log", capability: "area.dashboard" },
] as const satisfies Area[];

export type AreaLabel = (typeof areas)[number]["label"];

export function areasOf(actor: { role: Role }): Area[] {
  return areas.filter(({ capability }) => can(actor, capability));
}

export function areaAt(path: string): Area | undefined {
  return areas.find((area) => path === area.path || path.startsWith(`${area.path}/`));
}

/**
 * Whether the address has gone on to another area than the page drawn still belongs to: a page is
 * drawn only some moments after its address is there.
 */
export function isLeft(drawnPath: string): boolean {
  return areaAt(drawnPath) !== areaAt(location.pathname);
}

const storageKey = "selected-menu";

export function rememberArea(area: Area): void {
  localStorage.setItem(storageKey, area.label);
}

/** Where somebody worked last in this browser, if they did not sign out since. */
export function rememberedArea(): Area | undefined {
  const label = localStorage.getItem(storageKey);
  return areas.find((area) => area.label === label);
}

/** Where a signed-in person begins: the remembered entry if their role has it, else Tickets. */
export function homeOf(actor: { role: Role }): string {
  const remembered = rememberedArea();
  const open = areasOf(actor).find((area) => area === remembered);
  return (open ?? areas[0]).home;
}
