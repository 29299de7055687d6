import type { NotificationChoice, NotificationKind } from "../../../shared/notifications.ts";
import { showEarly } from "../../data/calls/shown-early.ts";
import { profileTurn } from "../../data/session/profile-turn.ts";
import { trpc } from "../../data/trpc.ts";

/** A choice shows at once and is taken back where the server refuses it. */
export function useNotificationChoices() {
  const utils = trpc.useUtils();
  const choices = trpc.account.notificationChoices.useQuery(undefined, {
    meta: { showsError: true },
  });
  const show = (kind: NotificationKind, change: Partial<NotificationChoice>) =>
    utils.account.notificationChoices.setData(
      undefined,
      (all) => all && { ...all, [kind]: { ...all[kind], ...change } },
    );
  const callOff = () => utils.account.notificationChoices.cancel(undefined, { revert: false });
  const set = trpc.account.setNotificationChoice.useMutation({
    ...profileTurn,
    onMutate: async ({ kind, bell, mail }) => {
      await callOff();
      const before = utils.account.notificationChoices.getData()?.[kind];
      const answered = showEarly(() =>
        show(kind, {
          ...(bell === undefined ? {} : { bell }),
          ...(mail === undefined ? {} : { mail }),
        }),
      );
      return { before, answered };
    },
    // What was asked for before would say again what was.
    onSuccess: () => callOff(),
    onError: (_error, { kind, bell, mail }, context) => {
      const before = context?.before;
      if (!before) return;
      // Only what this click changed: another may have gone through meanwhile.
      show(kind, {
        ...(bell === undefined ? {} : { bell: before.bell }),
        ...(mail === undefined ? {} : { mail: before.mail }),
      });
    },
    onSettled: (_done, _error, _input, context) => context?.answered(),
  });
  return { choices, set: set.mutate };
}
