import { useEffect } from "react";
import { type PresentUser, presenceRhythm } from "../../../../shared/live.ts";
import { cn } from "../../../components/cn.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { typingIn } from "../../../data/live/typing.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";

const shownAtMost = 3;

/** Other staff at this ticket: `SO is viewing`, `SO is typing`. */
export function Presence({ ticketId }: { ticketId: string }) {
  const others = usePresence(ticketId);
  const words = presenceWords(others);
  const typing = others.some((other) => other.typing);
  return (
    <div role="status" className="mr-1 min-w-0 shrink-0">
      {words && (
        <span data-hint={words} className="flex items-center gap-1.5 text-muted-foreground text-xs">
          <span className="flex -space-x-1.5">
            {others.slice(0, shownAtMost).map(({ id, name }) => (
              <Avatar key={id} id={id} name={name} className="ring-2 ring-card" />
            ))}
          </span>
          <span aria-hidden="true" className={cn("max-shell:hidden", typing && "text-info")}>
            {words.slice(nameWords(others).length).trim()}
          </span>
          <span className="sr-only">{words}</span>
        </span>
      )}
    </div>
  );
}

/** `Samuel Okafor is viewing`; people who are typing come first. */
export function presenceWords(others: readonly PresentUser[]): string {
  const typing = others.filter((other) => other.typing);
  const named = typing.length > 0 ? typing : others;
  if (named.length === 0) return "";
  const verb = named.length === 1 ? "is" : "are";
  return `${nameWords(others)} ${verb} ${typing.length > 0 ? "typing" : "viewing"}`;
}

function nameWords(others: readonly PresentUser[]): string {
  const typing = others.filter((other) => other.typing);
  const names = (typing.length > 0 ? typing : others).map(({ name }) => name);
  const [first = "", second, ...rest] = names;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}

const noOthers: PresentUser[] = [];

/** Identifies this tab: each tab of a person leaves a ticket on its own. */
const page = newRequestId();

let lastCall: Promise<unknown> = Promise.resolve();

/** In order: a "viewing" call that arrives after "leave" would stay for a while. */
function callInOrder<T>(call: () => Promise<T>): Promise<T | null> {
  const answer = lastCall.then(call).catch(() => null);
  lastCall = answer;
  return answer;
}

/** Reports that this person views or types in the ticket, and returns the others who do. */
function usePresence(ticketId: string): PresentUser[] {
  const { presence } = trpc.useUtils();
  const typing = useStore(typingIn) === ticketId;
  const lookers = trpc.presence.lookers.useQuery(
    { ticketId },
    // Each beat brings the answer; live events refetch it in between.
    { staleTime: presenceRhythm.beat, meta: { showsError: true } },
  );

  useEffect(() => {
    let left = false;
    const beat = async () => {
      if (document.hidden) return;
      const answer = await callInOrder(() =>
        trpcClient.presence.look.mutate({ ticketId, typing, page }),
      );
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
    const away = () => void callInOrder(() => trpcClient.presence.leave.mutate({ ticketId, page }));
    const follow = () => {
      if (document.hidden) away();
      else
        void callInOrder(() => trpcClient.presence.look.mutate({ ticketId, typing: false, page }));
    };
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      away();
    };
  }, [ticketId]);

  return lookers.data?.others ?? noOthers;
}
