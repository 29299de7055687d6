import type { Job, JobRefusal } from "../../shared/jobs.ts";
import type {
  NoteInput,
  RateInput,
  ReplyInput,
  UpdateTicketInput,
} from "../../shared/schemas/ticket-acts.ts";
import type { BulkInput } from "../../shared/schemas/ticket-bulk.ts";
import type { ActAnswer, ChangeAnswer, MessageFile } from "../../shared/tickets/page.ts";
import { readAll, saveRow } from "./browser/browser-store.ts";
import { createLeftRows } from "./browser/left-rows.ts";
import { unsentActionsKey } from "./browser/unsaved-keys.ts";
import { trpcClient } from "./calls/trpc-client.ts";

type Key = { requestId: string };

type Sent = ActAnswer & { messageId?: string };

/** The actions that may be queued while offline. */
interface Calls {
  reply: { input: ReplyInput; answer: Sent };
  note: { input: NoteInput; answer: Sent };
  update: { input: UpdateTicketInput; answer: ChangeAnswer };
  undo: { input: Key & { actId: string }; answer: ChangeAnswer };
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

/** Finds the result of an action that the server carried out without an answer arriving. */
export async function findDone({
  call,
  input: { requestId },
}: Act): Promise<Answer<CallName> | null> {
  return call === "bulk"
    ? await jobs.findStarted.query({ requestId })
    : await tickets.findDone.query({ requestId });
}

/** An action with its idempotency key and the values seen at that moment. */
export interface Act<Name extends CallName = CallName> {
  call: Name;
  input: Calls[Name]["input"];
  personId: string;
  /** The target as displayed: `#1042`, `3 tickets`. */
  what: string;
  /** A message's files, which return with its text if it is refused. */
  files?: MessageFile[];
}

export function sendAction<Name extends CallName>({
  call,
  input,
}: Act<Name>): Promise<Answer<Name>> {
  return calls[call](input);
}

/** An action stored in this browser to be sent later. */
export type QueuedAction = { [Name in CallName]: Act<Name> }[CallName] & {
  /** The requestId: sending it twice carries it out once. */
  id: string;
  at: number;
};

export type Written = Act<"reply" | "note">;

/** Sent but not answered: when the page closes, the next page retries with the same key. */
const sent = createLeftRows<QueuedAction>(unsentActionsKey);
export const underWay = sent.own;

let moving: Promise<unknown> = Promise.resolve();

/** Moves them in one step, so that a concurrent reader finds each in one place or the other. */
function moveUnsentActions(): Promise<unknown> {
  moving = moving.then(() => Promise.allSettled(sent.take().map((act) => saveRow("outbox", act))));
  return moving;
}

/** In the order they were made. */
export async function actsOf(personId: string): Promise<QueuedAction[]> {
  await moveUnsentActions();
  const acts = await readAll<QueuedAction>("outbox").catch(() => []);
  return acts
    .filter((act) => act.personId === personId)
    .sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
}

/** Messages written in a ticket that wait here, from any page. */
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
