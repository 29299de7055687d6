import { keepRow, readAll } from "../browser/browser-store.ts";
import { lastActs } from "../browser/last-keys.ts";
import { createLeftRows } from "../browser/left-rows.ts";
import type { Act, CallName } from "./acts.ts";

/** An act that waits in this browser to be sent. */
export type WaitingAct = { [Name in CallName]: Act<Name> }[CallName] & {
  /** The requestId: whoever sends it twice does it once. */
  id: string;
  at: number;
};

export type Written = Act<"reply" | "note">;

/** Sent without an answer yet: as its page goes, it waits for the next one, which asks again by its key. */
export const { own: underWay, take: takeLastActs } = createLeftRows<WaitingAct>(lastActs);

let moving: Promise<unknown> = Promise.resolve();

/** Of those who ask meanwhile none finds it neither here nor there. */
function moveLastActs(): Promise<unknown> {
  moving = moving.then(() =>
    Promise.allSettled(takeLastActs().map((act) => keepRow("outbox", act))),
  );
  return moving;
}

/** In the order in which they were done. */
export async function actsOf(personId: string): Promise<WaitingAct[]> {
  await moveLastActs();
  const acts = await readAll<WaitingAct>("outbox").catch(() => []);
  return acts
    .filter((act) => act.personId === personId)
    .sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
}

/** What was written in a ticket and waits, by whatever page it was sent from. */
export async function writtenIn(
  ticketId: string,
  personId: string,
): Promise<(WaitingAct & Written)[]> {
  const acts = await actsOf(personId);
  return acts.filter(isWritten).filter(({ input }) => input.id === ticketId);
}

export function isWritten<Some extends Act>(act: Some): act is Some & Written {
  return act.call === "reply" || act.call === "note";
}
