import type { Batch } from "./copy-format.ts";
import type { Plan } from "./tell-slices.ts";

export type Question =
  | { plan: Plan }
  | { slice: number; numbers: readonly number[] }
  | { lexemes: readonly (readonly string[])[] }
  | { finish: true };

export type Answer = { unknown: readonly string[] } | { batches: Batch[] } | { failed: string };

/** A thread of its own that tells slices, beside the one that hands them to Postgres. */
interface TellingThread {
  tell(slice: number, numbers: readonly number[]): Promise<readonly string[]>;
  write(lexemes: readonly (readonly string[])[]): Promise<Batch[]>;
  finish(): Promise<Batch[]>;
  end(): void;
}

export function startTelling(plan: Plan): TellingThread {
  const worker = new Worker(new URL("./tell-worker.ts", import.meta.url));
  // Answers come in the order of the questions.
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let failure: Error | undefined;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if ("failed" in data) fail(data.failed);
    else waiting.shift()?.resolve(data);
  };
  worker.onerror = ({ message }) => fail(message);

  function fail(message: string): void {
    failure ??= new Error(message);
    for (const each of waiting.splice(0)) each.reject(failure);
  }

  async function ask(question: Question): Promise<Answer> {
    if (failure) throw failure;
    const answer = Promise.withResolvers<Answer>();
    waiting.push(answer);
    worker.postMessage(question);
    return await answer.promise;
  }

  async function askForRows(question: Question): Promise<Batch[]> {
    const answer = await ask(question);
    return "batches" in answer ? answer.batches : [];
  }

  // The thread has everybody to itself: here they are not needed any more.
  const ready = ask({ plan }).then(() => Bun.gc(true));
  // Whoever asks next hears of it.
  ready.catch(() => {});
  return {
    async tell(slice, numbers) {
      await ready;
      const answer = await ask({ slice, numbers });
      return "unknown" in answer ? answer.unknown : [];
    },
    write: (lexemes) => askForRows({ lexemes }),
    finish: () => askForRows({ finish: true }),
    end() {
      worker.terminate();
      fail("The thread has ended");
    },
  };
}
