import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import { formatCount } from "../format/format.ts";

/** The hint next to a name: `38 open`, or `999+ open` above the counting limit. */
export function openHint(count: number): string {
  return `${formatCount(count, viewCountCap)} open`;
}
