import { keepCookie } from "../data/browser/cookies.ts";
import { useProfileSwitch } from "../data/session/use-profile-switch.ts";
import { useViewer } from "../data/session/viewer.ts";

/** Kept in the profile for every computer, and in a cookie for the first paint of this one. */
export function useNavCollapsed(): { collapsed: boolean; toggle: () => void } {
  const { navCollapsed: collapsed } = useViewer();
  const set = useProfileSwitch("navCollapsed", keepWidth);
  return { collapsed, toggle: () => set(!collapsed) };
}

function keepWidth(collapsed: boolean): void {
  keepCookie("frontdesk_nav", collapsed ? "collapsed" : "expanded");
}
