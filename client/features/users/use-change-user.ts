import { useMemo } from "react";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { User } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { trackAct, undoable } from "../../components/undo.ts";
import { inTurn, isInTurn } from "../../data/calls/in-turn.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { type Failure, readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";
import { baseOf, inverseOf } from "./user-changes.ts";
import { showLink } from "./user-dialogs.ts";

const quiet = { meta: { showsError: true } };

/** Answers why it was refused, or null where it was done. */
type ChangeUser = (
  user: User,
  patch: UserPatch,
  /** What is said of it, where it is done. */
  done: (now: User) => string,
) => Promise<Failure | null>;

/** A change shows at once, can be taken back, and is gone again where the server refuses it. */
export function useChangeUser(): ChangeUser {
  const cache = useUserCache();
  const { mutateAsync: update } = trpc.users.update.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);

  return useMemo(() => {
    const send = async (user: User, patch: UserPatch, undoes?: string) => {
      await cache.callOff(user.id);
      const answered = cache.showEarly(user.id, patch);
      // Of several only the last is shown: what the others answer is older.
      const isLast = () => !isInTurn(user.id);
      const change = { id: user.id, ...patch, base: baseOf(user, patch), undoes };
      try {
        const answer = await inTurn(user.id, () => update(change)).finally(answered);
        if (isLast()) cache.keep(answer.user);
        return answer;
      } catch (error) {
        if (isLast()) cache.keep(user);
        throw error;
      } finally {
        if (isLast()) cache.refresh();
      }
    };
    /** Where it went once they were given another address, in words; what no mail brings is shown. */
    const tellInvited = async ({ user, invited, mailed }: Awaited<ReturnType<typeof send>>) => {
      if (!invited) return "";
      if (mailed) return `, and the invitation mailed to ${user.email}`;
      const link = await makeLink({ id: user.id }).catch(() => null);
      if (link) showLink(user, link);
      return "";
    };
    const undo = async (user: User, patch: UserPatch, changeId: string | null): Promise<void> => {
      try {
        const answer = await send(user, patch, changeId ?? undefined);
        tellUndone(answer.remark, await tellInvited(answer));
      } catch (error) {
        tellRefused("This was not taken back", readFailure(error));
      }
    };
    return async (user, patch, done) => {
      const answer = trackAct(newRequestId(), () => cache.keep(user));
      try {
        const changed = await send(user, patch);
        const { user: now, changeId } = changed;
        const offer = undoable(() => void undo(now, inverseOf(user, patch), changeId), answer);
        if (!offer) return null;
        notify({ kind: "success", message: done(now) + (await tellInvited(changed)), ...offer });
        return null;
      } catch (error) {
        answer(null);
        return readFailure(error);
      }
    };
  }, [cache, update, makeLink]);
}

function tellUndone(remark: string | null, invited: string): void {
  if (!remark) notify({ kind: "info", message: `Undone${invited}` });
  else notify({ kind: "error", title: "Undone, but not all of it", message: remark });
}
