import type { Batch } from "./copy-format.ts";
import type { Plan } from "./generator.ts";

export type Question =
  | { plan: Plan }
  | { slice: number; numbers: readonly number[] }
  | { lexemes: readonly (readonly string[])[] }
  | { finish: true };

export type Answer = { unknown: readonly string[] } | { batches: Batch[] } | { failed: string };

/** A thread that generates slices while this one sends others to Postgres. */
interface GeneratorThread {
  generate(slice: number, numbers: readonly number[]): Promise<readonly string[]>;
  write(lexemes: readonly (readonly string[])[]): Promise<Batch[]>;
  finish(): Promise<Batch[]>;
  end(): void;
}

export function startGenerator(plan: Plan): GeneratorThread {
  const worker = new Worker(new URL("./generator-worker.ts", import.meta.url));
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

  // The thread has its own copy of the population; this one can be freed.
  const ready = ask({ plan }).then(() => Bun.gc(true));
  // A failure is thrown by the next call.
  ready.catch(() => {});
  return {
    async generate(slice, numbers) {
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
