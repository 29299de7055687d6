import type { Log } from "./log.ts";

const minute = 60_000;
/** Above this the oldest networks are forgotten. */
const mostNetworks = 10_000;

interface Last {
  at: number;
  /** Lines left out since. */
  more: number;
}

const lastLines = new WeakMap<Log, Map<string, Last>>();

/**
 * Whether a line about a stranger is due: one a minute for each network, so that no one can fill the log. Answers
 * how many were left out since the last line; null if this one is left out too.
 */
export function isLineDue(log: Log, network: string, now: Date): { more: number } | null {
  const lines = lastLines.get(log) ?? new Map<string, Last>();
  lastLines.set(log, lines);
  const last = lines.get(network);
  if (last && now.getTime() - last.at < minute) {
    last.more += 1;
    return null;
  }
  lines.delete(network);
  lines.set(network, { at: now.getTime(), more: 0 });
  const [oldest] = lines.keys();
  if (lines.size > mostNetworks && oldest !== undefined) lines.delete(oldest);
  return { more: last?.more ?? 0 };
}
