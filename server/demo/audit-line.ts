import type { AuditEntry } from "../events/record-act.ts";
import type { DeskIds } from "./insert-desk.ts";
import { hash } from "./random.ts";

/** A line of the audit log, before it has an id. */
export interface Line extends AuditEntry {
  at: number;
}

export interface Planning {
  now: number;
  ids: DeskIds;
  /** Since when each company and each person is there, by id. */
  since: ReadonlyMap<string, number>;
}

export const founder = "admin@demo.test";

/** Up to half an hour, as people are. */
export function laterBy(text: string): number {
  return (hash(text) % 1800) * 1000;
}

/** Of those kept for examples: the office has one, those at home and customers have others. */
export function demoNetworkOf(email: string): string {
  return email === founder || hash(email) % 3 === 0 ? "192.0.2.0/24" : "198.51.100.0/24";
}
