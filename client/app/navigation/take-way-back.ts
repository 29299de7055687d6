import type { Role } from "../../../shared/access.ts";
import { parseKept } from "../../data/browser/parse-kept.ts";
import { areaAt, areasOf, homeOf } from "./areas.ts";
import { leadsInside, wayBackKey } from "./way-back.ts";

/** Where to go after signing in: back, where it is theirs and their role has that place, else home. */
export function takeWayBack(actor: { id: string; role: Role }): string {
  const wanted = wantedBy(actor.id, sessionStorage.getItem(wayBackKey));
  sessionStorage.removeItem(wayBackKey);
  if (!wanted || !leadsInside(wanted)) return homeOf(actor);
  const area = areaAt(new URL(wanted, location.origin).pathname);
  return area && !areasOf(actor).includes(area) ? homeOf(actor) : wanted;
}

/** Of an earlier release it is the address alone, and nobody knows whose. */
function wantedBy(id: string, kept: string | null): string | null {
  const { wanted, personId } = (parseKept(kept) ?? {}) as { wanted?: unknown; personId?: unknown };
  const isTheirs = personId === null || personId === id;
  return isTheirs && typeof wanted === "string" ? wanted : null;
}
