import { readFileSync } from "node:fs";

/** A request to stop the server, by Ctrl-C or SIGTERM. */
interface Ending {
  readonly asked: Promise<void>;
  readonly isAsked: boolean;
  /** Asked a second time: work in progress is not waited for. */
  readonly isHurried: boolean;
}

export function listenForEnding(onHurry: () => void, onLauncher = onLauncherEnd): Ending {
  const first = Promise.withResolvers<void>();
  let isAsked = false;
  let isHurried = false;
  const ask = () => {
    if (isAsked) {
      isHurried = true;
      return onHurry();
    }
    isAsked = true;
    first.resolve();
  };
  process.on("SIGINT", ask);
  process.on("SIGTERM", ask);
  // A closing terminal and the end of the launcher count as one request, even if they arrive together.
  const askOnce = () => isAsked || ask();
  process.on("SIGHUP", askOnce);
  onLauncher(askOnce);
  return {
    asked: first.promise,
    get isAsked() {
      return isAsked;
    },
    get isHurried() {
      return isHurried;
    },
  };
}

/**
 * npx does not forward signals: a `kill` of `npx -y bun start` would leave the server running. So the end of npx stops
 * the server. Without /proc, a Ctrl-C in the terminal still reaches both.
 */
export function onLauncherEnd(onEnd: () => void): void {
  const launcher = ancestors().find(isNpx);
  if (launcher === undefined) return;
  const timer = setInterval(() => {
    if (ancestors().includes(launcher)) return;
    clearInterval(timer);
    onEnd();
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
  // The program name in brackets comes first and can contain anything.
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
