import { inTurn } from "../../../data/calls/in-turn.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { type Failure, isSessionOver, readFailure, tellRefused } from "../../../data/errors.ts";

interface OnceOptions<Answer> {
  ticketId: string;
  /** Of the notice, where it is refused. */
  title: string;
  send: (requestId: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  refused?: (failure: Failure) => void;
}

/** An act whose outcome is shown once the server has answered; the same key goes with a retry. */
export function actOnce<Answer>(options: OnceOptions<Answer>, requestId = newRequestId()): void {
  const { ticketId, title, send, done, refused } = options;
  inTurn(ticketId, () => send(requestId)).then(done, (error) => {
    const failure = readFailure(error);
    if (!isSessionOver(failure)) refused?.(failure);
    tellRefused(title, failure, () => actOnce(options, requestId));
  });
}
