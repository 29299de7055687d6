import { useEffect } from "react";
import { type Looker, presenceRhythm } from "../../../../shared/live.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { typingIn } from "../../../data/live/typing.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";

const nobody: Looker[] = [];

/** This page among those of one person: each leaves a ticket for itself. */
const page = newRequestId();

let said: Promise<unknown> = Promise.resolve();

/** One after the other: a look that arrives after the farewell would stay for a while. */
function say<T>(call: () => Promise<T>): Promise<T | null> {
  const answer = said.then(call).catch(() => null);
  said = answer;
  return answer;
}

/** Says that one looks at this ticket, or types there, as long as the page is seen; tells who else. */
export function usePresence(ticketId: string): Looker[] {
  const { presence } = trpc.useUtils();
  const typing = useStore(typingIn) === ticketId;
  const lookers = trpc.presence.lookers.useQuery(
    { ticketId },
    // The beat brings the answer; in between, the news say when to ask.
    { staleTime: presenceRhythm.beat, meta: { showsError: true } },
  );

  useEffect(() => {
    let left = false;
    const beat = async () => {
      if (document.hidden) return;
      const answer = await say(() => trpcClient.presence.look.mutate({ ticketId, typing, page }));
      if (answer && !left) presence.lookers.setData({ ticketId }, answer);
    };
    void beat();
    const timer = setInterval(beat, presenceRhythm.beat);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [presence, ticketId, typing]);

  useEffect(() => {
    const away = () => void say(() => trpcClient.presence.leave.mutate({ ticketId, page }));
    const follow = () => {
      if (document.hidden) away();
      else void say(() => trpcClient.presence.look.mutate({ ticketId, typing: false, page }));
    };
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      away();
    };
  }, [ticketId]);

  return lookers.data?.others ?? nobody;
}
