import { useEffect } from "react";
import { type Looker, presenceRhythm } from "../../../../shared/live.ts";
import { cn } from "../../../components/cn.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { typingIn } from "../../../data/live/typing.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";

const shownAtMost = 3;

/** Who else of the staff is at this ticket: `SO is looking`, `SO is typing`. */
export function Presence({ ticketId, className }: { ticketId: string; className?: string }) {
  const others = usePresence(ticketId);
  const words = presenceWords(others);
  const typing = others.some((other) => other.typing);
  return (
    <div role="status" className={cn("min-w-0 shrink-0", className)}>
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

/** `Samuel Okafor is looking`; who types is named before those who only look. */
export function presenceWords(others: readonly Looker[]): string {
  const typing = others.filter((other) => other.typing);
  const named = typing.length > 0 ? typing : others;
  if (named.length === 0) return "";
  const verb = named.length === 1 ? "is" : "are";
  return `${nameWords(others)} ${verb} ${typing.length > 0 ? "typing" : "looking"}`;
}

function nameWords(others: readonly Looker[]): string {
  const typing = others.filter((other) => other.typing);
  const names = (typing.length > 0 ? typing : others).map(({ name }) => name);
  const [first = "", second, ...rest] = names;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}

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
function usePresence(ticketId: string): Looker[] {
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
