/** Where nobody asks how a process ended, it stays listed though it is over. */
const isRunning = `is_running() {
    kill -0 "$1" 2>/dev/null && ! grep -q "^State:.Z" "/proc/$1/status" 2>/dev/null
  }`;

/**
 * A process that is killed has no last moment: a shell outside its session waits for its end and
 * then does what is left to do, for which it knows `is_running`. What else it needs stands in variables.
 */
export function onceThisProcessEnded(
  script: string,
  variables: Record<string, string>,
): { off(): void } {
  const waiting = `while is_running ${process.pid}; do sleep 0.3; done`;
  const shell = Bun.spawn(["/bin/sh", "-c", [isRunning, waiting, script].join("\n")], {
    cwd: "/",
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  shell.unref();
  return { off: () => shell.kill() };
}
