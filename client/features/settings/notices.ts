import { notifyUnsavedText } from "../../components/record/use-field-words.ts";
import { undoable } from "../../components/undo.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { handleCallError, isSessionOver, notifyError, readFailure } from "../../data/errors.ts";

/** Undo through another call. Works even if the row that offered it is gone. */
export function undoByCall(undo: (requestId: string) => Promise<unknown>, settle: () => void) {
  const run = (requestId: string): void =>
    void undo(requestId)
      // Without an answer the call may have succeeded, so a retry sends the same request id.
      .catch((error) => {
        handleCallError(error, { showsError: true });
        notifyError("Couldn't undo this", readFailure(error), () => run(requestId));
      })
      .finally(settle);
  return undoable(() => run(newRequestId()));
}

/** Notifies that a name was refused after its field was closed, with the name to copy. */
export function useNotifyIfLeft(label: string) {
  const mounted = useMounted();
  return (error: unknown, name: string) => {
    const failure = readFailure(error);
    if (mounted.current || isSessionOver(failure)) return;
    const words = failure.fields.map(({ message }) => message).join(" ");
    notifyUnsavedText(label, name, words || failure.message);
  };
}
