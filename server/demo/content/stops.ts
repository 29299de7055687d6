import type { DemoAct } from "../acts.ts";
import type { Unfinished } from "../today.ts";
import { staff } from "./staff.ts";

/** Where a story can be stopped so that the ticket is left in that state, and since when it waits. */
export function stopsOf(
  acts: readonly DemoAct[],
  { state, fresh }: Pick<Unfinished, "state" | "fresh">,
): { length: number; since: number }[] {
  const stops: { length: number; since: number }[] = [];
  let status = "new";
  let since = 0;
  let lastWordOfStaff = false;
  let answered = false;
  acts.forEach((act, index) => {
    const at = act.at.getTime();
    if (act.kind === "status") status = act.status;
    if (act.kind === "reply") {
      since = at;
      lastWordOfStaff = isStaff(act.by);
      answered ||= lastWordOfStaff;
    }
    const whole = (acts[index + 1]?.at.getTime() ?? Infinity) > at + 60_000;
    if (state !== "new" && fresh && !answered) return;
    if (whole && since > 0 && leaves(state, status, lastWordOfStaff)) {
      stops.push({ length: index + 1, since });
    }
  });
  return stops;
}

function leaves(state: Unfinished["state"], status: string, lastWordOfStaff: boolean): boolean {
  if (state === "snoozed") return status === "pending";
  if (state === "open") return status === "open" && !lastWordOfStaff;
  return status === state;
}

function isStaff(email: string): boolean {
  return staff.some((agent) => agent.email === email);
}
