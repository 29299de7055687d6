import { useMemo } from "react";
import { endedInvitation } from "../../../shared/user-bulk.ts";
import { fullName, type UserRecord } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { inTurn } from "../../data/calls/in-turn.ts";
import { readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useChangeUser } from "./use-change-user.ts";
import { useUserBulk } from "./use-user-bulk.ts";
import { useUserCache } from "./user-cache.ts";
import { openUserDialog, showLink } from "./user-dialogs.ts";

const quiet = { meta: { showsError: true } };

/** What can be done to somebody without a form. */
export function useUserActs(user: UserRecord) {
  const change = useChangeUser();
  const cache = useUserCache();
  const bulk = useUserBulk();
  const { mutateAsync: resend } = trpc.users.resendInvitation.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);
  return useMemo(() => {
    const name = fullName(user);
    const enable = async () => {
      const failure = await change(user, { state: "active" }, ({ state }) =>
        [`${name} was enabled`, ...(state === "invited" ? [endedInvitation] : [])].join(". "),
      );
      if (failure) tellRefused(`${name} was not changed`, failure);
    };
    /** The way of many: its Undo gives them their tickets back too. */
    const disable = async () => {
      const answered = cache.showEarly(user.id, { state: "disabled" });
      const words = { done: `${name} was disabled`, refused: `${name} was not changed` };
      const send = () => bulk([user.id], { kind: "state", state: "disabled" }, words);
      const taken = await inTurn(user.id, send).finally(answered);
      if (!taken) cache.keep(user);
    };
    const tryTo = async (act: () => Promise<void>) => {
      try {
        await act();
        cache.refresh();
      } catch (error) {
        tellRefused(`Nothing was done for ${name}`, readFailure(error));
      }
    };
    return {
      edit: () => openUserDialog({ kind: "edit", user }),
      disable: () => void disable(),
      enable: () => void enable(),
      reset: () => openUserDialog({ kind: "reset", user }),
      remove: () => openUserDialog({ kind: "delete", user }),
      resend: () =>
        void tryTo(async () => {
          const { message } = await resend({ id: user.id });
          notify({ kind: "success", message });
        }),
      /** Of an invited person nothing ends by it, so it is made at once. */
      copyLink: () => {
        if (user.state !== "invited") return openUserDialog({ kind: "copy-link", user });
        void tryTo(async () => {
          showLink(user, await makeLink({ id: user.id }));
        });
      },
    };
  }, [user, change, bulk, cache, resend, makeLink]);
}

export type UserActs = ReturnType<typeof useUserActs>;
