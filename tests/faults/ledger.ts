import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

export const actKinds = ["ticket", "reply", "note", "status", "company", "file"] as const;
export type ActKind = (typeof actKinds)[number];

/** One action as its client knows it: its key is part of what it created. */
export interface LedgerAct {
  key: string;
  kind: ActKind;
  /** `swept`: acknowledged, then deleted on schedule because it was never used. */
  outcome: "sent" | "acknowledged" | "refused" | "swept";
}

/**
 * What the client sent and what was acknowledged: synced to a file before each request, so that it is true
 * whatever is killed.
 */
export interface Ledger {
  acts: ReadonlyMap<string, LedgerAct>;
  send(kind: ActKind): LedgerAct;
  acknowledge(act: LedgerAct): void;
  /** The server said no, in words: nothing may have come of it. */
  refuse(act: LedgerAct): void;
  sweep(act: LedgerAct): void;
  close(): void;
}

export function openLedger(path: string): Ledger {
  const file = openSync(path, "a");
  const acts = new Map<string, LedgerAct>();
  const write = (act: LedgerAct) => {
    writeSync(file, `${JSON.stringify(act)}\n`);
    fsyncSync(file);
  };
  return {
    acts,
    send(kind) {
      const act: LedgerAct = { key: Bun.randomUUIDv7(), kind, outcome: "sent" };
      acts.set(act.key, act);
      write(act);
      return act;
    },
    acknowledge(act) {
      act.outcome = "acknowledged";
      write(act);
    },
    refuse(act) {
      act.outcome = "refused";
      write(act);
    },
    sweep(act) {
      act.outcome = "swept";
      write(act);
    },
    close: () => closeSync(file),
  };
}
