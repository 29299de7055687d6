import { createPane } from "../../app/theme/pane-width.ts";
import { useMedia } from "../use-media.ts";

/** A record beside its list. */
export const recordPane = createPane("record", { least: 320, usual: 404, most: 640 });

/** From here up an open record stands beside the list; below it covers it. */
const roomForBoth = "(width >= 64rem)";

export function useRoomForBoth(): boolean {
  return useMedia(roomForBoth);
}
