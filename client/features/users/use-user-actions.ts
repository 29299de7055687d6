import { Download, Link2, Mail, Trash2, UserRoundCheck, UserRoundX } from "lucide-react";
import { useMemo } from "react";
import { invitationEnded } from "../../../shared/user-bulk.ts";
import { fullName, type UserRecord } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import type { RecordChoice } from "../../components/record/RecordMenu.tsx";
import { runQueued } from "../../data/calls/change-queue.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useChangeUser } from "./use-change-user.ts";
import { useUserBulk } from "./use-user-bulk.ts";
import { useUserCache } from "./user-cache.ts";
import { openUserDialog, showLink } from "./user-dialogs.ts";

const quiet = { meta: { showsError: true } };

/** The actions of a user that need no form. */
export function useUserActions(user: UserRecord) {
  const change = useChangeUser();
  const cache = useUserCache();
  const bulk = useUserBulk();
  const { mutateAsync: resend } = trpc.users.resendInvitation.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);
  return useMemo(() => {
    const name = fullName(user);
    const enable = async () => {
      const failure = await change(user, { state: "active" }, ({ state }) =>
        [`${name} was enabled`, ...(state === "invited" ? [invitationEnded] : [])].join(". "),
      );
      if (failure) notifyError(`${name} was not changed`, failure);
    };
    /** Runs as a bulk action, whose Undo also restores their tickets. */
    const disable = async () => {
      const answered = cache.showOptimistically(user.id, { state: "disabled" });
      const words = { done: `${name} was disabled`, refused: `${name} was not changed` };
      const send = () => bulk([user.id], { kind: "state", state: "disabled" }, words);
      const taken = await runQueued(user.id, send).finally(answered);
      if (!taken) cache.set(user);
    };
    const attempt = async (act: () => Promise<void>) => {
      try {
        await act();
        cache.refresh();
      } catch (error) {
        notifyError(`Couldn't update ${name}`, readFailure(error));
      }
    };
    return {
      edit: () => openUserDialog({ kind: "edit", user }),
      disable: () => void disable(),
      enable: () => void enable(),
      reset: () => openUserDialog({ kind: "reset", user }),
      exportData: () => downloadFrom(`/node/exports/users/${user.id}/data`),
      remove: () => openUserDialog({ kind: "delete", user }),
      resend: () =>
        void attempt(async () => {
          const { message } = await resend({ id: user.id });
          notify({ kind: "success", message });
        }),
      /** An invited user has no sessions that a link would end, so there is no question. */
      copyLink: () => {
        if (user.state !== "invited") return openUserDialog({ kind: "copy-link", user });
        void attempt(async () => {
          showLink(user, await makeLink({ id: user.id }));
        });
      },
    };
  }, [user, change, bulk, cache, resend, makeLink]);
}

/** A refusal is a failed download, instead of a page. */
function downloadFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

export type UserActions = ReturnType<typeof useUserActions>;

/** The menu of a user. Users cannot disable or delete themselves. */
export function userMenu(
  user: Pick<UserRecord, "state" | "canCopyLink" | "invitation">,
  actions: UserActions,
  isSelf: boolean,
): (RecordChoice | null)[] {
  const { state, canCopyLink, invitation } = user;
  const wasSent = invitation?.is !== "never";
  const links = state === "invited" ? invitationLinks(actions, wasSent) : resetLinks(actions);
  const [mail, copy] = links;
  const isDisabled = state === "disabled";
  return [
    ...(isDisabled ? [] : [mail]),
    ...(canCopyLink ? [copy] : []),
    { label: "Export all data", icon: Download, does: actions.exportData },
    ...(isSelf ? [] : [...(isDisabled ? [] : [null]), ...ends(actions, isDisabled)]),
  ];
}

type Links = [mail: RecordChoice, copy: RecordChoice];

function invitationLinks({ resend, copyLink }: UserActions, wasSent: boolean): Links {
  return [
    { label: wasSent ? "Resend invitation" : "Send invitation", icon: Mail, does: resend },
    { label: "Copy invitation link", icon: Link2, does: copyLink },
  ];
}

function resetLinks({ reset, copyLink }: UserActions): Links {
  return [
    { label: "Email reset link…", icon: Mail, does: reset },
    { label: "Copy reset link…", icon: Link2, does: copyLink },
  ];
}

function ends({ enable, disable, remove }: UserActions, isDisabled: boolean): RecordChoice[] {
  return [
    isDisabled
      ? { label: "Enable user", icon: UserRoundCheck, does: enable }
      : { label: "Disable user", icon: UserRoundX, does: disable },
    { label: "Delete user…", icon: Trash2, does: remove, destructive: true },
  ];
}
