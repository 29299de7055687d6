import { createGenerator, type Generator } from "./generator.ts";
import type { Answer, Question } from "./generator-thread.ts";

declare const self: Worker;

let generator: Generator | undefined;

/** The thread that generates slices: one question, one answer. */
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
  if ("plan" in question) generator = createGenerator(question.plan);
  if (!generator) throw new Error("The plan must come first");
  if ("slice" in question)
    return { unknown: generator.generate(question.slice, question.numbers).unknown };
  if ("lexemes" in question) return { batches: generator.write(question.lexemes) };
  return { batches: "plan" in question ? [] : generator.finish() };
}
