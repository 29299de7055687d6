import type { Role } from "../../shared/access.ts";
import { isPublicPath } from "../pages.ts";
import { areaAt, areasOf, homeOf } from "./areas.ts";

const storageKey = "frontdesk.way-back";

interface WantedPlace {
  pathname: string;
  search: string;
  hash: string;
}

/** Keeps where the person was, or wanted to go, until they have signed in. */
export function rememberWayBack({ pathname, search, hash }: WantedPlace): void {
  const wanted = pathname + search + hash;
  if (pathname !== "/" && leadsInside(wanted)) sessionStorage.setItem(storageKey, wanted);
}

/** Where to go after signing in: back, where this person's role has that place, else home. */
export function takeWayBack(actor: { role: Role }): string {
  const kept = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  if (!kept || !leadsInside(kept)) return homeOf(actor);
  const area = areaAt(new URL(kept, location.origin).pathname);
  return area && !areasOf(actor).includes(area) ? homeOf(actor) : kept;
}

/** A path of this very site: one slash, then neither a second nor a backslash, and no login page. */
export function leadsInside(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false;
  const url = URL.parse(address, location.origin);
  return url !== null && url.origin === location.origin && !isPublicPath(url.pathname);
}
