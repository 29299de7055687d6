import { undoable } from "../../components/undo.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { handleCallError, readFailure, tellRefused } from "../../data/errors.ts";

/** Undo by another call like it. The row that offered it may be gone by then. */
export function takingBack(undo: (requestId: string) => Promise<unknown>, settle: () => void) {
  const run = (requestId: string): void =>
    void undo(requestId)
      // Where nobody answered it may have been done: the same is sent again.
      .catch((error) => {
        handleCallError(error, { showsError: true });
        tellRefused("It was not taken back", readFailure(error), () => run(requestId));
      })
      .finally(settle);
  return undoable(() => run(newRequestId()));
}
