import { keepCookie } from "../lib/browser/cookies.ts";
import { profileTurn } from "../lib/session/profile-turn.ts";
import { useViewer } from "../lib/session/viewer.ts";
import { trpc } from "../lib/trpc.ts";

/** Kept in the profile for every computer, and in a cookie for the first paint of this one. */
export function useNavCollapsed(): { collapsed: boolean; toggle: () => void } {
  const collapsed = useViewer().navCollapsed;
  const utils = trpc.useUtils();
  const show = (navCollapsed: boolean) => {
    keepCookie("frontdesk_nav", navCollapsed ? "collapsed" : "expanded");
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, navCollapsed } } : session,
    );
  };
  const update = trpc.account.updateProfile.useMutation({
    ...profileTurn,
    onMutate: ({ navCollapsed }) => show(navCollapsed ?? false),
    onError: (_error, { navCollapsed }) => show(!navCollapsed),
  });
  return { collapsed, toggle: () => update.mutate({ navCollapsed: !collapsed }) };
}
