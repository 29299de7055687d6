import { useQueryClient } from "@tanstack/react-query";
import { refetchInFlight } from "../calls/invalidation.ts";
import { showOptimistically } from "../calls/optimistic.ts";
import { trpc } from "../trpc.ts";
import { notifyProfileChanged } from "./profile-news.ts";
import { profileScope } from "./profile-scope.ts";

/** A switch of the profile that shows its new state immediately and reverts if refused. */
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
    ...profileScope,
    onMutate: ({ [field]: on }) => ({ answered: showOptimistically(() => show(on)) }),
    onError(_error, { [field]: on }, context) {
      context?.answered();
      show(!on);
    },
    onSuccess(_profile, _input, { answered }) {
      answered();
      refetchInFlight(queryClient, "desk");
      notifyProfileChanged();
    },
  });
  return (on) => mutate({ [field]: on });
}
