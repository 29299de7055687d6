/**
 * A process that is killed has no last moment: a shell outside its session waits for its end and
 * then does what is left to do. What it needs to know stands in variables.
 */
export function onceThisProcessEnded(
  script: string,
  variables: Record<string, string>,
): { off(): void } {
  const waiting = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.3; done`;
  const shell = Bun.spawn(["/bin/sh", "-c", `${waiting}\n${script}`], {
    cwd: "/",
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  shell.unref();
  return { off: () => shell.kill() };
}
