import type { BegunDraft } from "../../../shared/tickets/page.ts";
import { createUserStore } from "../session/forget.ts";

interface StartedHere {
  begun: boolean;
  /** The server has it so, as of this moment. */
  settled: boolean;
  at: number;
}

/** What the server said of drafts that are begun, and when it was asked. */
export interface StartedAnswer {
  keys: ReadonlySet<string>;
  askedAt: number;
}

/** What this page's own drafts say of themselves: small, so that a list need not load who keeps them. */
export const startedHere = createUserStore<ReadonlyMap<string, StartedHere>>(new Map());

export function noteStarted(draft: BegunDraft, begun: boolean, settled: boolean): void {
  const before = startedHere.get().get(startedKey(draft));
  if (before?.begun === begun && before.settled === settled) return;
  startedHere.set(
    new Map(startedHere.get()).set(startedKey(draft), { begun, settled, at: Date.now() }),
  );
}

export function startedKey({ ticketId, kind }: BegunDraft): string {
  return `${ticketId}/${kind}`;
}

/** What is typed here is newer than any answer; what the server took since it was asked is newer than that one. */
export function isStartedIn(
  ticketId: string,
  answer: StartedAnswer | undefined,
  here: ReadonlyMap<string, StartedHere>,
): boolean {
  return (["reply", "note"] as const).some((kind) => {
    const key = startedKey({ ticketId, kind });
    const own = here.get(key);
    const isNewer = own && (!own.settled || !answer || own.at >= answer.askedAt);
    return isNewer ? own.begun : answer?.keys.has(key);
  });
}
