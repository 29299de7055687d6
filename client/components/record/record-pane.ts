import { createPane } from "../../app/theme/pane-width.ts";
import { useMedia } from "../use-media.ts";

/** The width of a record next to its list. */
export const recordPane = createPane("record", { least: 320, usual: 404, most: 640 });

/** From this width on, an open record is shown next to the list; below it covers the list. */
const roomForBoth = "(width >= 64rem)";

export function useRoomForBoth(): boolean {
  return useMedia(roomForBoth);
}
