import type { TicketPriority, TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { DemoAct } from "./acts.ts";
import { hoursOf } from "./content/shifts.ts";
import { addWorkingTime, minute } from "./content/working-hours.ts";
import type { DemoUser } from "./demo-user.ts";
import type { Random } from "./random.ts";

/** A ticket while its story is played: the clock, who has it, and what happened so far. */
export interface Stage {
  readonly acts: readonly DemoAct[];
  readonly status: TicketStatus;
  readonly assignee: DemoUser | null;
  now: number;
  push(act: DemoAct): void;
  /** So many minutes of this person's working time go by. */
  pass(person: DemoUser, minutes: number): void;
  say(kind: "reply" | "note", person: DemoUser, text: string): void;
  setStatus(person: DemoUser, status: TicketStatus, at?: number): void;
  setPriority(person: DemoUser, priority: TicketPriority, at: number): void;
  assign(agent: DemoUser, at: number): void;
}

export function createStage(
  createdAt: number,
  { random, peerOf }: { random: Random; peerOf: (agent: DemoUser | null) => DemoUser },
): Stage {
  const acts: DemoAct[] = [];
  let status: TicketStatus = "new";
  let priority: TicketPriority = "normal";
  let assignee: DemoUser | null = null;

  const stage: Stage = {
    acts,
    now: createdAt,
    get status() {
      return status;
    },
    get assignee() {
      return assignee;
    },
    push(act) {
      acts.push(act);
    },
    pass(person, minutes) {
      const duration = random.around(minutes, 0.45) * minute;
      stage.now = addWorkingTime(hoursOf(person), stage.now + 20_000, duration);
    },
    say(kind, person, text) {
      const said = text
        .replaceAll("{agent}", assignee?.firstName ?? "")
        .replaceAll("{peer}", peerOf(assignee).firstName);
      const by = person.email;
      const at = new Date(stage.now);
      acts.push(
        kind === "reply"
          ? { kind, by, at, text: said, public: true }
          : { kind, by, at, text: said },
      );
    },
    setStatus(person, to, at = stage.now) {
      if (status === to) return;
      status = to;
      acts.push({ kind: "status", by: person.email, at: new Date(at), status });
    },
    setPriority(person, to, at) {
      if (priority === to) return;
      priority = to;
      acts.push({ kind: "priority", by: person.email, at: new Date(at), priority });
    },
    assign(agent, at) {
      assignee = agent;
      acts.push({ kind: "assign", by: agent.email, at: new Date(at), assignee: agent.email });
    },
  };
  return stage;
}
