import type { Job, JobRefusal } from "../../../shared/jobs.ts";
import type {
  NoteInput,
  RateInput,
  ReplyInput,
  UpdateTicketInput,
} from "../../../shared/schemas/ticket-acts.ts";
import type { BulkInput } from "../../../shared/schemas/ticket-bulk.ts";
import type { ActAnswer, MessageFile } from "../../../shared/tickets/page.ts";
import { trpcClient } from "../calls/trpc-client.ts";

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

/** What was done: its key and the version it was made on are those of that moment. */
export interface Act<Name extends CallName = CallName> {
  call: Name;
  input: Calls[Name]["input"];
  personId: string;
  /** To what, as one names it: `#1042`, `3 tickets`. */
  what: string;
  /** What goes with a message, and comes back with its text where that is refused. */
  files?: MessageFile[];
}

export function sendAct<Name extends CallName>({ call, input }: Act<Name>): Promise<Answer<Name>> {
  return calls[call](input);
}
