import { can, type Role } from "../../../shared/access.ts";
import { storeIfSpace } from "../../data/browser/store-if-space.ts";
import {
  type Entry,
  type PageName,
  type PersonEntry,
  pageNames,
  pages,
  rootOf,
  type SideEntry,
} from "../../pages.ts";

/** What a menu leads to. */
type MenuPlace<Kind extends Entry> = Kind & {
  page: PageName;
  /** What all its addresses begin with. */
  path: string;
};

/** A place of the navigation at the side; `selected-menu` holds its label. */
export type Area = MenuPlace<SideEntry>;

const places = pageNames.flatMap((page): MenuPlace<Entry>[] => {
  const { path, entry } = pages[page];
  return entry ? [{ page, path: rootOf(path), ...entry }] : [];
});
const areas = places.filter((place) => place.menu === "side");

export function areasOf(actor: { role: Role }): Area[] {
  return areas.filter((area) => has(actor, area));
}

/** What the menu behind one's own name leads this person to. */
export function accountPagesOf(actor: { role: Role }): MenuPlace<PersonEntry>[] {
  return places.filter((place) => place.menu === "person").filter((place) => has(actor, place));
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
  storeIfSpace(localStorage, storageKey, area.label);
}

export function forgetArea(): void {
  localStorage.removeItem(storageKey);
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

function has(actor: { role: Role }, { page }: { page: PageName }): boolean {
  const { capability } = pages[page];
  return capability === undefined || can(actor, capability);
}
