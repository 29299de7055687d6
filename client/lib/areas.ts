import { can, type Role } from "../../shared/access.ts";
import { type Entry, type PageName, pageNames, pages, rootOf } from "../pages.ts";

/** What a menu leads to. */
export interface MenuPlace extends Entry {
  page: PageName;
  /** What all its addresses begin with. */
  path: string;
}

/** A place of the navigation at the side; `selected-menu` holds its label. */
export type Area = MenuPlace;

const places = pageNames.flatMap((page): MenuPlace[] => {
  const { path, entry } = pages[page];
  return entry ? [{ page, path: rootOf(path), ...entry }] : [];
});
const areas: Area[] = places.filter(({ menu }) => menu === "side");

/** What of a menu is there for this person. */
export function placesOf(actor: { role: Role }, menu: Entry["menu"]): MenuPlace[] {
  return places.filter((place) => place.menu === menu && has(actor, place));
}

export function areasOf(actor: { role: Role }): Area[] {
  return placesOf(actor, "side");
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

/** Where a signed-in person begins: the remembered entry if their role has it, else the first. */
export function homeOf(actor: { role: Role }): string {
  const remembered = rememberedArea();
  const open = areasOf(actor);
  return (open.find((area) => area === remembered) ?? open[0])?.home ?? "/profile";
}

function has(actor: { role: Role }, { page }: MenuPlace): boolean {
  const { capability } = pages[page];
  return capability === undefined || can(actor, capability);
}
