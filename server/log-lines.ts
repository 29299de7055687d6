const patienceMs = 50;
const mostWaiting = 64 * 1024;

let waiting = "";
let timer: Timer | undefined;

/**
 * To standard error. A call of the system for each line costs more than all else about it: lines
 * of requests wait for each other for a moment, and are lost at most with a process that is killed.
 */
export function writeLater(line: string): void {
  waiting += `${line}\n`;
  if (waiting.length > mostWaiting) flush();
  else timer ??= setTimeout(flush, patienceMs).unref();
}

/** What went wrong is told at once, behind all that came before it. */
export function writeNow(line: string): void {
  waiting += `${line}\n`;
  flush();
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const text = waiting;
  waiting = "";
  if (text) process.stderr.write(text);
}

process.on("exit", flush);
