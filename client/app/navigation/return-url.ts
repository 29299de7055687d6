import type { Role } from "../../../shared/access.ts";
import { parseStored } from "../../data/browser/parse-stored.ts";
import { storeIfSpace } from "../../data/browser/store-if-space.ts";
import { isPublicPath } from "../../pages.ts";
import { areaAt, areasOf, homeOf } from "./areas.ts";

const returnUrlKey = "frontdesk.way-back";

interface WantedPage {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Keeps where the person was until they have signed in, for them alone; where nobody was there yet,
 * where whoever signs in wanted to go.
 */
export function saveReturnUrl(
  { pathname, search, hash }: WantedPage,
  personId: string | null,
): void {
  const wanted = pathname + search + hash;
  if (pathname === "/" || !leadsInside(wanted)) return;
  storeIfSpace(sessionStorage, returnUrlKey, JSON.stringify({ wanted, personId }));
}

/** A path of this very site: one slash, then neither a second nor a backslash, and no login page. */
export function leadsInside(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false;
  const url = URL.parse(address, location.origin);
  return url !== null && url.origin === location.origin && !isPublicPath(url.pathname);
}

/** Where to go after signing in: back, where it is theirs and their role has that place, else home. */
export function takeReturnUrl(actor: { id: string; role: Role }): string {
  const wanted = wantedBy(actor.id, sessionStorage.getItem(returnUrlKey));
  sessionStorage.removeItem(returnUrlKey);
  if (!wanted || !leadsInside(wanted)) return homeOf(actor);
  const area = areaAt(new URL(wanted, location.origin).pathname);
  return area && !areasOf(actor).includes(area) ? homeOf(actor) : wanted;
}

/** Of an earlier release it is the address alone, and nobody knows whose. */
function wantedBy(id: string, kept: string | null): string | null {
  const { wanted, personId } = (parseStored(kept) ?? {}) as {
    wanted?: unknown;
    personId?: unknown;
  };
  const isTheirs = personId === null || personId === id;
  return isTheirs && typeof wanted === "string" ? wanted : null;
}
