import { useEffect, useState } from "react";
import { canRetry, type Failure, readFailure } from "../errors.ts";

interface Answer<T> {
  data: T | null;
  failure: Failure | null;
  again: () => void;
}

/** For pages outside the shell, which have no query cache: fetches once when the page opens. */
export function useAnswer<T>(ask: () => Promise<T>, canAskAgain = canRetry): Answer<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Answer<T>, "again">>({ data: null, failure: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query does not change.
  useEffect(() => {
    let left = false;
    const asking = askPatiently(ask, canAskAgain, () => left);
    asking.then(
      (data) => left || setState({ data, failure: null }),
      (error) => left || setState({ data: null, failure: readFailure(error) }),
    );
    return () => {
      left = true;
    };
  }, [attempt]);
  return { ...state, again: () => setAttempt(attempt + 1) };
}

/** For their forms: one submit at a time, with its error. */
export function useSubmit<Input>(act: (input: Input) => Promise<void>, onSpentLink?: () => void) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (input: Input) => {
    if (pending) return;
    setPending(true);
    setFailure(null);
    try {
      await act(input);
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === "link_spent") onSpentLink?.();
      setFailure(failure);
    } finally {
      setPending(false);
    }
  };
  return { run, pending, failure };
}

async function askPatiently<T>(
  ask: () => Promise<T>,
  canAskAgain: typeof canRetry,
  hasLeft: () => boolean,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (hasLeft() || !canAskAgain(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
    }
  }
}
