import type { BegunDraft } from "../../../shared/tickets/page.ts";
import { createOwnStore } from "../session/forget.ts";

interface BegunHere {
  begun: boolean;
  /** The server has it so, as of this moment. */
  settled: boolean;
  at: number;
}

/** What the server said of drafts that are begun, and when it was asked. */
export interface BegunAnswer {
  keys: ReadonlySet<string>;
  askedAt: number;
}

/** What this page's own drafts say of themselves: small, so that a list need not load who keeps them. */
export const begunHere = createOwnStore<ReadonlyMap<string, BegunHere>>(new Map());

export function noteBegun(draft: BegunDraft, begun: boolean, settled: boolean): void {
  const before = begunHere.get().get(begunKey(draft));
  if (before?.begun === begun && before.settled === settled) return;
  begunHere.set(new Map(begunHere.get()).set(begunKey(draft), { begun, settled, at: Date.now() }));
}

export function begunKey({ ticketId, kind }: BegunDraft): string {
  return `${ticketId}/${kind}`;
}

/** What is typed here is newer than any answer; what the server took since it was asked is newer than that one. */
export function isBegunIn(
  ticketId: string,
  answer: BegunAnswer | undefined,
  here: ReadonlyMap<string, BegunHere>,
): boolean {
  return (["reply", "note"] as const).some((kind) => {
    const key = begunKey({ ticketId, kind });
    const own = here.get(key);
    const isNewer = own && (!own.settled || !answer || own.at >= answer.askedAt);
    return isNewer ? own.begun : answer?.keys.has(key);
  });
}
