const turns = new Map<string, Promise<unknown>>();

/** The queue of records that have no id before the server has answered. */
export const newRecords = "new";

/** Runs the changes of one record one at a time: each waits for the answer to the one before. */
export function runQueued<T>(id: string, act: () => Promise<T>): Promise<T> {
  const before = turns.get(id) ?? Promise.resolve();
  const turn = before.then(act, act);
  turns.set(id, turn);
  const leave = () => {
    if (turns.get(id) === turn) turns.delete(id);
  };
  turn.then(leave, leave);
  return turn;
}

/** Whether a change of this record is running or waiting. */
export function isQueued(id: string): boolean {
  return turns.has(id);
}

/** Resolves once the change of this record that was added last has ended; null if none is running. */
export function queueEnd(id: string): Promise<unknown> | null {
  const turn = turns.get(id);
  return turn ? Promise.allSettled([turn]) : null;
}

/** Resolves once no change is running. */
export async function queuesEmpty(): Promise<void> {
  while (turns.size > 0) await Promise.allSettled(turns.values());
}
