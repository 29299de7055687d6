import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import { formatCount } from "../format/format.ts";

/** Beside a name: `38 open`, and `999+ open` where the desk counted no further. */
export function openHint(count: number): string {
  return `${formatCount(count, viewCountCap)} open`;
}
