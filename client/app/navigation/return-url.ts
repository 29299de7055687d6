import type { Role } from "../../../shared/access.ts";
import { parseStored, storeIfSpace } from "../../data/browser/local-storage.ts";
import { isPublicPath } from "../../pages.ts";
import { areaAt, areasOf, homeOf } from "./areas.ts";

const returnUrlKey = "frontdesk.way-back";

interface WantedPage {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Saves the current address until this person signs in again. If no one was signed in yet, it applies to the
 * next person who signs in.
 */
export function saveReturnUrl(
  { pathname, search, hash }: WantedPage,
  personId: string | null,
): void {
  const wanted = pathname + search + hash;
  if (pathname === "/" || !leadsInside(wanted)) return;
  storeIfSpace(sessionStorage, returnUrlKey, JSON.stringify({ wanted, personId }));
}

/** Whether it is a path on this site: one slash, not followed by a slash or backslash, and not /login. */
export function leadsInside(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false;
  const url = URL.parse(address, location.origin);
  return url !== null && url.origin === location.origin && !isPublicPath(url.pathname);
}

/**
 * The page to open after signing in: the saved one if it belongs to this person and their role has access,
 * else home.
 */
export function takeReturnUrl(actor: { id: string; role: Role }): string {
  const wanted = wantedBy(actor.id, sessionStorage.getItem(returnUrlKey));
  sessionStorage.removeItem(returnUrlKey);
  if (!wanted || !leadsInside(wanted)) return homeOf(actor);
  const area = areaAt(new URL(wanted, location.origin).pathname);
  return area && !areasOf(actor).includes(area) ? homeOf(actor) : wanted;
}

/** Earlier releases stored only the address, without its owner. */
function wantedBy(id: string, kept: string | null): string | null {
  const { wanted, personId } = (parseStored(kept) ?? {}) as {
    wanted?: unknown;
    personId?: unknown;
  };
  const isTheirs = personId === null || personId === id;
  return isTheirs && typeof wanted === "string" ? wanted : null;
}
