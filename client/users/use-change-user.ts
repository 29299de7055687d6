import { useMemo } from "react";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { UpdatedUser, User } from "../../shared/users.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { type Failure, readFailure, tellRefused } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { trackAct, undoable } from "../parts/undo.ts";
import { useUserCache } from "./user-cache.ts";
import { baseOf, inverseOf, withPatch } from "./user-changes.ts";

const quiet = { meta: { showsError: true } };

/** Answers why it was refused, or null where it was done. */
type ChangeUser = (user: User, patch: UserPatch, done: string) => Promise<Failure | null>;

/** A change shows at once, can be taken back, and is gone again where the server refuses it. */
export function useChangeUser(): ChangeUser {
  const cache = useUserCache();
  const { mutateAsync: update } = trpc.users.update.useMutation(quiet);

  return useMemo(() => {
    const send = async (user: User, patch: UserPatch, undoes?: string): Promise<UpdatedUser> => {
      cache.keep(withPatch(user, patch));
      try {
        const answer = await update({ id: user.id, ...patch, base: baseOf(user, patch), undoes });
        cache.keep(answer.user);
        return answer;
      } catch (error) {
        cache.keep(user);
        throw error;
      } finally {
        cache.refresh();
      }
    };
    const undo = async (user: User, patch: UserPatch, changeId: string | null): Promise<void> => {
      try {
        tellUndone((await send(user, patch, changeId ?? undefined)).remark);
      } catch (error) {
        tellRefused("This was not taken back", readFailure(error));
      }
    };
    return async (user, patch, done) => {
      const answer = trackAct(newRequestId(), () => cache.keep(user));
      try {
        const { user: now, changeId } = await send(user, patch);
        const offer = undoable(() => void undo(now, inverseOf(user, patch), changeId), answer);
        if (offer) notify({ kind: "success", message: done, ...offer });
        return null;
      } catch (error) {
        answer(null);
        return readFailure(error);
      }
    };
  }, [cache, update]);
}

function tellUndone(remark: string | null): void {
  if (!remark) notify({ kind: "info", message: "Undone" });
  else notify({ kind: "error", title: "Undone, but not all of it", message: remark });
}
