import type { Job, JobRefusal } from "../../shared/jobs.ts";
import type {
  NoteInput,
  RateInput,
  ReplyInput,
  UpdateTicketInput,
} from "../../shared/schemas/ticket-acts.ts";
import type { BulkInput } from "../../shared/schemas/ticket-bulk.ts";
import type { ActAnswer, MessageFile } from "../../shared/tickets/page.ts";
import { readAll, saveRow } from "./browser/browser-store.ts";
import { createLeftRows } from "./browser/left-rows.ts";
import { unsentActionsKey } from "./browser/unsaved-keys.ts";
import { trpcClient } from "./calls/trpc-client.ts";

type Key = { requestId: string };

type Sent = ActAnswer & { messageId?: string };

/** The acts that may wait for the line. */
interface Calls {
  reply: { input: ReplyInput; answer: Sent };
  note: { input: NoteInput; answer: Sent };
  update: { input: UpdateTicketInput; answer: ActAnswer };
  undo: { input: Key & { actId: string }; answer: ActAnswer };
  solve: { input: Key & { id: string }; answer: ActAnswer };
  reopen: { input: Key & { id: string }; answer: ActAnswer };
  rate: { input: RateInput; answer: ActAnswer };
  bulk: { input: BulkInput; answer: { job: Job; refusals: JobRefusal[] } };
}

export type CallName = keyof Calls;

export type Answer<Name extends CallName> = Calls[Name]["answer"];

const { tickets, jobs } = trpcClient;

const calls: { [Name in CallName]: (input: Calls[Name]["input"]) => Promise<Answer<Name>> } = {
  reply: (input) => tickets.reply.mutate(input),
  note: (input) => tickets.note.mutate(input),
  update: (input) => tickets.update.mutate(input),
  undo: (input) => tickets.undo.mutate(input),
  solve: (input) => tickets.solve.mutate(input),
  reopen: (input) => tickets.reopen.mutate(input),
  rate: (input) => tickets.rate.mutate(input),
  bulk: (input) => tickets.bulk.mutate(input),
};

/** What the desk made of it, where it did it though nobody heard. */
export async function findDone({
  call,
  input: { requestId },
}: Act): Promise<Answer<CallName> | null> {
  return call === "bulk"
    ? await jobs.findStarted.query({ requestId })
    : await tickets.findDone.query({ requestId });
}

/** What was done, with the key and the seen values of that moment. */
export interface Act<Name extends CallName = CallName> {
  call: Name;
  input: Calls[Name]["input"];
  personId: string;
  /** To what, as one names it: `#1042`, `3 tickets`. */
  what: string;
  /** What goes with a message, and comes back with its text where that is refused. */
  files?: MessageFile[];
}

export function sendAction<Name extends CallName>({
  call,
  input,
}: Act<Name>): Promise<Answer<Name>> {
  return calls[call](input);
}

/** An act that waits in this browser to be sent. */
export type QueuedAction = { [Name in CallName]: Act<Name> }[CallName] & {
  /** The requestId: whoever sends it twice does it once. */
  id: string;
  at: number;
};

export type Written = Act<"reply" | "note">;

/** Sent without an answer yet: as its page goes, it waits for the next one, which asks again by its key. */
const sent = createLeftRows<QueuedAction>(unsentActionsKey);
export const underWay = sent.own;

let moving: Promise<unknown> = Promise.resolve();

/** Of those who ask meanwhile none finds it neither here nor there. */
function moveUnsentActions(): Promise<unknown> {
  moving = moving.then(() => Promise.allSettled(sent.take().map((act) => saveRow("outbox", act))));
  return moving;
}

/** In the order in which they were done. */
export async function actsOf(personId: string): Promise<QueuedAction[]> {
  await moveUnsentActions();
  const acts = await readAll<QueuedAction>("outbox").catch(() => []);
  return acts
    .filter((act) => act.personId === personId)
    .sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
}

/** What was written in a ticket and waits, by whatever page it was sent from. */
export async function writtenIn(
  ticketId: string,
  personId: string,
): Promise<(QueuedAction & Written)[]> {
  const acts = await actsOf(personId);
  return acts.filter(isWritten).filter(({ input }) => input.id === ticketId);
}

export function isWritten<Some extends Act>(act: Some): act is Some & Written {
  return act.call === "reply" || act.call === "note";
}
