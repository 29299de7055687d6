import type { BegunDraft } from "../../../shared/tickets/page.ts";
import { createUserStore } from "../session/forget.ts";

interface StartedHere {
  begun: boolean;
  /** Whether the server has confirmed it. */
  settled: boolean;
  at: number;
}

/** The server's answer about drafts, and when it was requested. */
export interface StartedAnswer {
  keys: ReadonlySet<string>;
  askedAt: number;
}

/** Which drafts this page has started; small, so that lists need not load the draft stores. */
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

/**
 * Local typing is newer than any answer; what the server saved since the request is newer than that answer.
 */
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
