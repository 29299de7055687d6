import { useMemo } from "react";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { AddressChange, User } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { trackUndo, undoable } from "../../components/undo.ts";
import { isQueued, runQueued } from "../../data/calls/change-queue.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { type Failure, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";
import { showLink } from "./user-dialogs.ts";
import { baseOf, inverseOf } from "./user-form.ts";

const quiet = { meta: { showsError: true } };

/** Returns why the change was refused, or null if it was made. */
type ChangeUser = (
  user: User,
  patch: UserPatch,
  /** The notice for a successful change. */
  done: (now: User) => string,
) => Promise<Failure | null>;

/** Shows a change immediately, offers to undo it, and reverts it if the server refuses. */
export function useChangeUser(): ChangeUser {
  const cache = useUserCache();
  const { mutateAsync: update } = trpc.users.update.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);

  return useMemo(() => {
    const send = async (user: User, patch: UserPatch, undoes?: string) => {
      await cache.cancelFetch(user.id);
      const answered = cache.showOptimistically(user.id, patch);
      // Only the last answer is shown: earlier ones are outdated.
      const isLast = () => !isQueued(user.id);
      const change = { id: user.id, ...patch, base: baseOf(user, patch), undoes };
      try {
        const answer = await runQueued(user.id, () => update(change)).finally(answered);
        if (isLast()) cache.set(answer.user);
        return answer;
      } catch (error) {
        if (isLast()) cache.set(user);
        throw error;
      } finally {
        if (isLast()) cache.refresh();
      }
    };
    /** A new email address sends the invitation again. Without mail, its link is shown. */
    const describeInvitation = async ({
      user,
      invited,
      mailed,
    }: Awaited<ReturnType<typeof send>>) => {
      if (!invited) return "";
      if (mailed) return `. Invitation sent to ${user.email}`;
      const link = await makeLink({ id: user.id }).catch(() => null);
      if (link) showLink(user, link);
      return "";
    };
    const undo = async (user: User, patch: UserPatch, changeId: string | null): Promise<void> => {
      try {
        const answer = await send(user, patch, changeId ?? undefined);
        notifyUndone(answer.remark, await describeInvitation(answer));
      } catch (error) {
        notifyError("Couldn't undo this", readFailure(error));
      }
    };
    return async (user, patch, done) => {
      const answer = trackUndo(newRequestId(), () => cache.set(user));
      try {
        const changed = await send(user, patch);
        const { user: now, changeId } = changed;
        const offer = undoable(() => void undo(now, inverseOf(user, patch), changeId), answer);
        if (!offer) return null;
        if (changed.addressChange) {
          notify({ kind: "info", message: addressWords(changed.addressChange, changed.mailed) });
          if (!changeId) return null;
        }
        notify({
          kind: "success",
          message: done(now) + (await describeInvitation(changed)),
          ...offer,
        });
        return null;
      } catch (error) {
        answer(null);
        return readFailure(error);
      }
    };
  }, [cache, update, makeLink]);
}

/** The address of someone who was ever a Super Admin is not changed yet. */
function addressWords({ email }: AddressChange, mailed: boolean): string {
  return mailed
    ? `Links to confirm ${email} were mailed to the new and the current address`
    : `To confirm ${email}, run bun run user:address on the server`;
}

function notifyUndone(remark: string | null, invited: string): void {
  if (!remark) notify({ kind: "info", message: `Undone${invited}` });
  else notify({ kind: "error", title: "Partly undone", message: remark });
}
