import { readdir, readFile } from "node:fs/promises";

/** Each backend has its own session, so no signal to a group reaches all of them. */
export async function withChildren(pid: number): Promise<number[]> {
  if (pid < 2) return [];
  const all = [pid];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    if (Number(stat.replace(/^.*\)/s, "").trim().split(" ")[1]) === pid) all.push(Number(name));
  }
  return all;
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was quicker.
  }
}
