import type { UpdateProfileInput } from "../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";

interface UpdateOptions {
  /** Told on success. */
  saved: string;
  /** The form shows by its fields what was refused. */
  showsError?: boolean;
}

/** A change of one's profile shows at once and is taken back where the server refuses it. */
export function useUpdateProfile({ saved, showsError = false }: UpdateOptions) {
  const utils = trpc.useUtils();
  const show = (change: Partial<ViewerProfile>) =>
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, ...change } } : session,
    );
  return trpc.account.updateProfile.useMutation({
    onMutate: (input) => {
      const before = utils.session.current.getData()?.user;
      show(changeOf(input));
      return { before: before ? only(before, Object.keys(input)) : {} };
    },
    onError: (_error, _input, context) => show(context?.before ?? {}),
    onSuccess: (profile) => {
      // With what was changed elsewhere meanwhile.
      show(profile);
      notify({ kind: "success", message: saved });
    },
    meta: { showsError },
  });
}

/** What the input says, without what it leaves unsaid. */
function changeOf(input: UpdateProfileInput): Partial<ViewerProfile> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function only(profile: ViewerProfile, keys: string[]): Partial<ViewerProfile> {
  return Object.fromEntries(Object.entries(profile).filter(([key]) => keys.includes(key)));
}
