import { useQueryClient } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import type { UpdateProfileInput } from "../../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { undoable } from "../../components/undo.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { refetchInFlight } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { notifyProfileChanged, profileScope } from "../../data/session/profile-news.ts";
import { trpc } from "../../data/trpc.ts";

interface UpdateOptions {
  /** The notice on success. */
  saved: string;
  /** The notice offers Undo. */
  undoes?: boolean;
  /** The form shows errors itself. */
  showsError?: boolean;
}

/** A change of the profile is shown immediately, and reverted if the server refuses it. */
export function useUpdateProfile({ saved, undoes = false, showsError = false }: UpdateOptions) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const isLast = useIsLast();
  const mounted = useMounted();
  const show = (change: Partial<ViewerProfile>) =>
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, ...change } } : session,
    );
  const update = trpc.account.updateProfile.useMutation({
    ...profileScope,
    onMutate: (input) => {
      const before = utils.session.current.getData()?.user;
      const answered = showOptimistically(() => show(changeOf(input)));
      return { before: before ? only(before, Object.keys(input)) : {}, answered };
    },
    onError: (error, _input, context) => {
      context?.answered();
      show(context?.before ?? {});
      // The form may be closed by now, so that the error is shown as a notice.
      if (showsError && !mounted.current)
        notifyError("Couldn't save the profile", readFailure(error));
    },
    onSuccess: (profile, _input, { before, answered }) => {
      answered();
      // The answer holds changes made elsewhere. It lacks later changes, so only the last one is shown.
      if (isLast()) show(profile);
      refetchInFlight(queryClient, "desk");
      notifyProfileChanged();
      notify({
        kind: "success",
        message: saved,
        ...(undoes && undoable(() => restore(before as UpdateProfileInput))),
      });
    },
    meta: { showsError },
  });
  function restore(before: UpdateProfileInput): void {
    update.mutate(before);
  }
  return update;
}

function useIsLast(): () => boolean {
  const queryClient = useQueryClient();
  const mutationKey = getMutationKey(trpc.account.updateProfile);
  return () => queryClient.isMutating({ mutationKey }) === 1;
}

/** The input without undefined values. */
function changeOf(input: UpdateProfileInput): Partial<ViewerProfile> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function only(profile: ViewerProfile, keys: string[]): Partial<ViewerProfile> {
  return Object.fromEntries(Object.entries(profile).filter(([key]) => keys.includes(key)));
}
