import type { SessionInfo } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { isSessionOver, readFailure, tellFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** One's sessions. What is ended is gone at once, and comes back where the server refuses. */
export function useSessions() {
  const utils = trpc.useUtils();
  const sessions = trpc.session.list.useQuery(undefined, { meta: { showsError: true } });
  const keep = async (stays: (session: SessionInfo) => boolean) => {
    await utils.session.list.cancel();
    const before = utils.session.list.getData();
    utils.session.list.setData(undefined, before?.filter(stays));
    return { gone: before?.filter((session) => !stays(session)) ?? [] };
  };
  const bringBack = (gone: SessionInfo[] = []) =>
    utils.session.list.setData(undefined, (left) => left && inOrder([...left, ...gone]));

  const ended = () => notify({ kind: "success", message: "Session ended" });
  const end = trpc.session.end.useMutation({
    meta: { showsError: true },
    onMutate: ({ id }) => keep((session) => session.id !== id),
    onError: (error, _input, context) => {
      const failure = readFailure(error);
      // It has ended by itself meanwhile.
      if (failure.code === "not_found") return ended();
      bringBack(context?.gone);
      if (!isSessionOver(failure)) tellFailure(failure);
    },
    onSuccess: ended,
  });
  const endOthers = trpc.session.endOthers.useMutation({
    onMutate: () => keep((session) => session.current),
    onError: (_error, _input, context) => bringBack(context?.gone),
    onSuccess: ({ ended }) =>
      notify({
        kind: "success",
        message: ended === 1 ? "1 other session ended" : `${ended} other sessions ended`,
      }),
  });
  return { sessions, end, endOthers };
}

/** This device first, then what was used last. */
export function inOrder(sessions: readonly SessionInfo[]): SessionInfo[] {
  return [...sessions].sort(
    (a, b) =>
      Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  );
}
