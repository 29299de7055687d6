import { readFileSync } from "node:fs";

/**
 * npx passes no signal on to what it started: a `kill` of `npx -y bun start` would leave the
 * server running with nobody to end it. So the end of npx is heard as one. Where there is no
 * /proc, a Ctrl-C in the terminal still reaches all of them.
 */
export function onLauncherEnd(tell: () => void): void {
  const launcher = ancestors().find(isNpx);
  if (launcher === undefined) return;
  const timer = setInterval(() => {
    if (ancestors().includes(launcher)) return;
    clearInterval(timer);
    tell();
  }, 300);
  timer.unref();
}

function ancestors(): number[] {
  const found: number[] = [];
  for (let pid = parentOf(process.pid); pid > 1 && found.length < 8; pid = parentOf(pid)) {
    found.push(pid);
  }
  return found;
}

function parentOf(pid: number): number {
  // The name of the program stands in brackets before it and may hold anything.
  const afterName = read(`/proc/${pid}/stat`).replace(/^.*\)/s, "");
  return Number(afterName.trim().split(" ")[1] ?? 0);
}

function isNpx(pid: number): boolean {
  return /^npm exec |(^|[/\0])npx(-cli\.js)?\0/.test(read(`/proc/${pid}/cmdline`));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
