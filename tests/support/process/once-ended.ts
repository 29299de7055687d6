/**
 * If no parent reads its exit status, an ended process stays listed. Asked all day long, so
 * that no program is begun for it.
 */
const isRunning = `is_running() {
    kill -0 "$1" 2>/dev/null || return 1
    [ -r "/proc/$1/status" ] || return 0
    while read -r name state rest; do
      [ "$name" = State: ] && break
    done < "/proc/$1/status"
    [ "$state" != Z ]
  }`;

/** Of an embedded Postgres, by the folder that it was given; one that is starting only now is not there yet. */
const endPostgres = `end_postgres() {
    pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid" 2>/dev/null)
    if [ -n "$pid" ]; then
      kill -INT "$pid"
      for tenth in $(seq 100); do is_running "$pid" && sleep 0.1; done
    fi
  }`;

/** If a test takes too long, Bun ends every process started in it, including this one. */
const deaf = "trap '' TERM";

/**
 * A killed process cannot clean up: a shell outside its session waits for its end and then runs the
 * script, which can call `is_running` and `end_postgres`. Its other inputs are variables.
 */
export function onceThisProcessEnded(
  script: string,
  variables: Record<string, string>,
): { pid: number; off(): void } {
  const waiting = `while is_running ${process.pid}; do sleep 1; done`;
  const shell = Bun.spawn(
    ["/bin/sh", "-c", [deaf, isRunning, endPostgres, waiting, script].join("\n")],
    {
      cwd: "/",
      env: { PATH: process.env.PATH, ...variables },
      stdio: ["ignore", "ignore", "ignore"],
      detached: true,
    },
  );
  shell.unref();
  return { pid: shell.pid, off: () => shell.kill("SIGKILL") };
}
