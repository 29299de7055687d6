import { createTeller, type Teller } from "./tell-slices.ts";
import type { Answer, Question } from "./telling-thread.ts";

declare const self: Worker;

let teller: Teller | undefined;

/** A thread that tells slices: one question, one answer. */
self.onmessage = ({ data }: MessageEvent<Question>) => {
  try {
    const answer = answerTo(data);
    const bytes = "batches" in answer ? answer.batches.map((batch) => batch.bytes.buffer) : [];
    self.postMessage(answer, bytes);
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : "" });
  }
};

function answerTo(question: Question): Exclude<Answer, { failed: string }> {
  if ("plan" in question) teller = createTeller(question.plan);
  if (!teller) throw new Error("It was not told of what to tell");
  if ("slice" in question)
    return { unknown: teller.tell(question.slice, question.numbers).unknown };
  if ("lexemes" in question) return { batches: teller.write(question.lexemes) };
  return { batches: "plan" in question ? [] : teller.finish() };
}
