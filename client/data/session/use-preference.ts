import { useQueryClient } from "@tanstack/react-query";
import type { UpdateProfileInput } from "../../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../../shared/users.ts";
import { refetchInFlight } from "../calls/invalidation.ts";
import { showOptimistically } from "../calls/optimistic.ts";
import { trpc } from "../trpc.ts";
import { notifyProfileChanged, profileScope } from "./profile-news.ts";

type Preference =
  | "singleKeys"
  | "theme"
  | "navCollapsed"
  | "afterLeaving"
  | "listHidden"
  | "listDensity"
  | "listGroup";

/** A preference in the profile that shows its new value immediately and reverts if refused. */
export function usePreference<Name extends Preference>(
  name: Name,
  onShown?: (value: ViewerProfile[Name]) => void,
): (value: ViewerProfile[Name]) => void {
  type Value = ViewerProfile[Name];
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const show = (value: Value) => {
    onShown?.(value);
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, [name]: value } } : session,
    );
  };
  const valueIn = (input: UpdateProfileInput) => input[name] as Value;
  const { mutate } = trpc.account.updateProfile.useMutation({
    ...profileScope,
    onMutate: (input) => {
      const before = utils.session.current.getData()?.user?.[name];
      return { before, answered: showOptimistically(() => show(valueIn(input))) };
    },
    onError(_error, _input, context) {
      context?.answered();
      if (context?.before !== undefined) show(context.before);
    },
    onSuccess(_profile, _input, { answered }) {
      answered();
      refetchInFlight(queryClient, "desk");
      notifyProfileChanged();
    },
  });
  return (value) => mutate({ [name]: value });
}
