import { Worker } from "node:worker_threads";
import { renderMarkdown } from "./render.ts";

/** Texts up to this length are rendered where they are needed; longer ones in a worker thread. */
export const shortLength = 10_000;

/** The same as `renderMarkdown`, without holding up other requests however long the text is. */
export async function renderText(
  markdown: string,
  mentions: readonly string[] = [],
): Promise<string> {
  if (markdown.length <= shortLength) return renderMarkdown(markdown, mentions);
  return await renderOffThread(markdown, mentions);
}

interface Job {
  markdown: string;
  mentions: readonly string[];
  resolve(html: string): void;
  reject(error: unknown): void;
}

const queue: Job[] = [];
let worker: Worker | null = null;
let running: { job: Job; deadline: Timer } | null = null;
let idle: Timer | undefined;

/** The thread stays for a while, and its memory is freed once no long text was read. */
const idleMs = 60_000;
/** Far beyond the renderer's own budget. */
const deadlineMs = 20_000;

/** One text after another: several at a time would leave no processor for requests. */
export function renderOffThread(markdown: string, mentions: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    queue.push({ markdown, mentions, resolve, reject });
    next();
  });
}

function next(): void {
  if (running) return;
  const job = queue.shift();
  if (!job) {
    idle = setTimeout(stop, idleMs);
    idle.unref();
    return;
  }
  clearTimeout(idle);
  worker ??= start();
  const deadline = setTimeout(() => fail(new Error("A text took too long to render.")), deadlineMs);
  running = { job, deadline };
  worker.postMessage({ markdown: job.markdown, mentions: job.mentions });
}

function start(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url));
  started.unref();
  started.on("message", (html: string) => finish((job) => job.resolve(html)));
  started.on("error", fail);
  return started;
}

function fail(error: Error): void {
  stop();
  finish((job) => job.reject(error));
}

function finish(settle: (job: Job) => void): void {
  if (!running) return;
  const { job, deadline } = running;
  clearTimeout(deadline);
  running = null;
  settle(job);
  next();
}

function stop(): void {
  void worker?.terminate();
  worker = null;
}
