import { useQueryClient } from "@tanstack/react-query";
import { fetchUnderWay } from "../calls/invalidation.ts";
import { showEarly } from "../calls/optimistic.ts";
import { trpc } from "../trpc.ts";
import { tellProfileChanged } from "./profile-news.ts";
import { profileTurn } from "./profile-turn.ts";

/** One's own switch shows at once, above what was read before it, and goes back where it is refused. */
export function useProfileSwitch(
  field: "singleKeys" | "navCollapsed",
  onShown?: (on: boolean) => void,
): (on: boolean) => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const show = (on = true) => {
    onShown?.(on);
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, [field]: on } } : session,
    );
  };
  const { mutate } = trpc.account.updateProfile.useMutation({
    ...profileTurn,
    onMutate: ({ [field]: on }) => ({ answered: showEarly(() => show(on)) }),
    onError(_error, { [field]: on }, context) {
      context?.answered();
      show(!on);
    },
    onSuccess(_profile, _input, { answered }) {
      answered();
      fetchUnderWay(queryClient, "desk");
      tellProfileChanged();
    },
  });
  return (on) => mutate({ [field]: on });
}
