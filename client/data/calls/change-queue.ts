const turns = new Map<string, Promise<unknown>>();

/** One change of a record at a time from this tab: each waits for the answer to the one before. */
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

/** Whether a change of it is on its way, or waits for one. */
export function isQueued(id: string): boolean {
  return turns.has(id);
}

/** Once no change is on its way any more. */
export async function queuesEmpty(): Promise<void> {
  while (turns.size > 0) await Promise.allSettled(turns.values());
}
