import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

export const actKinds = ["ticket", "reply", "note", "status", "company", "file"] as const;
export type ActKind = (typeof actKinds)[number];

/** One act as the client that sent it knows it: its key stands in what it made. */
export interface LedgerAct {
  key: string;
  kind: ActKind;
  /** `swept`: acknowledged, and taken away in its time, as whoever made it never used it. */
  outcome: "sent" | "acknowledged" | "refused" | "swept";
}

/**
 * What was sent, and what of it was acknowledged, as the client saw it: written to a file and
 * synced before each sending, so that it tells the truth whatever is killed.
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
