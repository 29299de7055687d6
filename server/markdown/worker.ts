import { parentPort } from "node:worker_threads";
import { renderMarkdown } from "./render.ts";

/** The worker thread's side of off-thread.ts. */
parentPort?.on("message", ({ markdown, mentions }: { markdown: string; mentions: string[] }) => {
  parentPort?.postMessage(renderMarkdown(markdown, mentions));
});
