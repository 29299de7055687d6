import { can, type Role } from "../../../shared/access.ts";
import { storeIfSpace } from "../../data/browser/local-storage.ts";
import {
  type Entry,
  type PageName,
  type PersonEntry,
  pageNames,
  pages,
  rootOf,
  type SideEntry,
} from "../../pages.ts";

type MenuPlace<Kind extends Entry> = Kind & {
  page: PageName;
  /** The common prefix of its addresses. */
  path: string;
};

/** An entry of the side navigation. */
export type Area = MenuPlace<SideEntry>;

const places = pageNames.flatMap((page): MenuPlace<Entry>[] => {
  const { path, entry } = pages[page];
  return entry ? [{ page, path: rootOf(path), ...entry }] : [];
});
const areas = places.filter((place) => place.menu === "side");

export function areasOf(actor: { role: Role }): Area[] {
  return areas.filter((area) => has(actor, area));
}

/** The entries of the account menu for this person. */
export function accountPagesOf(actor: { role: Role }): MenuPlace<PersonEntry>[] {
  return places.filter((place) => place.menu === "person").filter((place) => has(actor, place));
}

export function areaAt(path: string): Area | undefined {
  return areas.find((area) => path === area.path || path.startsWith(`${area.path}/`));
}

/** Whether the address already belongs to another area than the page drawn, which follows a moment later. */
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

/** The area last used in this browser, unless the person signed out since. */
export function rememberedArea(): Area | undefined {
  const label = localStorage.getItem(storageKey);
  return areas.find((area) => area.label === label);
}

/** The start page after signing in: the remembered area if the role has it, else the first. */
export function homeOf(actor: { role: Role }): string {
  const remembered = rememberedArea();
  const open = areasOf(actor);
  return (open.find((area) => area === remembered) ?? open[0])?.home ?? "/profile";
}

function has(actor: { role: Role }, { page }: { page: PageName }): boolean {
  const { capability } = pages[page];
  return capability === undefined || can(actor, capability);
}
