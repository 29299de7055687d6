import { keepIfRoom } from "../../data/browser/keep-if-room.ts";
import { isPublicPath } from "../../pages.ts";

export const wayBackKey = "frontdesk.way-back";

interface WantedPlace {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Keeps where the person was until they have signed in, for them alone; where nobody was there yet,
 * where whoever signs in wanted to go.
 */
export function rememberWayBack(
  { pathname, search, hash }: WantedPlace,
  personId: string | null,
): void {
  const wanted = pathname + search + hash;
  if (pathname === "/" || !leadsInside(wanted)) return;
  keepIfRoom(sessionStorage, wayBackKey, JSON.stringify({ wanted, personId }));
}

/** A path of this very site: one slash, then neither a second nor a backslash, and no login page. */
export function leadsInside(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false;
  const url = URL.parse(address, location.origin);
  return url !== null && url.origin === location.origin && !isPublicPath(url.pathname);
}
