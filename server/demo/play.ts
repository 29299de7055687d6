import type { TicketPriority, TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { DemoUser, Story, Turn } from "./content.ts";
import type { DemoAct } from "./derive.ts";
import type { Random } from "./random.ts";
import {
  addWorkingTime,
  agentsFor,
  day,
  firstToAnswer,
  hour,
  hoursOf,
  minute,
  nextAtWork,
} from "./working-hours.ts";

/** Plays a story to its end within working hours. Actions in the future are cut later. */
export function playStory(scene: Scene): DemoAct[] {
  const { story, requester, random, createdAt } = scene;
  const agents = agentsFor(story, scene.company);
  const peer = random.pick(agents);
  const peerOf = (agent: DemoUser | null) =>
    peer !== agent ? peer : (agents.find((one) => one !== agent) ?? requester);
  const stage = createStage(createdAt, { random, peerOf });
  const cast: Cast = { ...scene, agents, peerOf, stage };

  const [opening, ...turns] = withOrWithoutThanks(story, random);
  if (!opening) throw new Error(`${story.key} has no turns`);
  if (story.channel === "phone") answerPhone(cast, opening);
  else stage.say("reply", requester, opening.text);
  playTurns(cast, turns);
  finish(cast);

  const again = story.reopen ?? [];
  if (random.chance(0.85) && comesBackInTime(cast, again)) {
    playTurns(cast, again);
    finish(cast);
  }
  return [...stage.acts];
}

/** Drops the customer's thanks in some tickets. */
function withOrWithoutThanks({ turns }: Story, random: Random): readonly Turn[] {
  const [before, last] = turns.slice(-2);
  if (last?.by !== "customer" || before?.by !== "agent" || turns.length < 3) return turns;
  return random.chance(before.sets === "resolved" ? 0.5 : 0.15) ? turns.slice(0, -1) : turns;
}

function answerPhone(cast: Cast, opening: Turn): void {
  const { story, random, stage } = cast;
  const there = { story, from: stage.now, delay: 0, random };
  const { agent } = firstToAnswer(cast.agent ? [cast.agent] : cast.agents, there);
  stage.now = nextAtWork(hoursOf(agent), stage.now);
  stage.say("note", agent, opening.text);
  take(cast, agent, stage.now + 20_000);
  stage.now += minute;
}

/** Later, the ticket would be closed and a reply would open a new one. */
function comesBackInTime({ stage, requester }: Cast, [first]: readonly Turn[]): boolean {
  if (!first) return false;
  const late = addWorkingTime(hoursOf(requester), stage.now, first.after * 2 * minute);
  return late - stage.now < 6.5 * day;
}

function playTurns(cast: Cast, turns: readonly Turn[]): void {
  turns.forEach((turn, index) => {
    const next = turns.slice(index + 1).find((one) => one.by !== "note" && one.by !== "peer");
    if (turn.by === "customer") speakForCustomer(cast, cast.requester, turn);
    else if (turn.by === "colleague")
      speakForCustomer(cast, cast.colleague ?? cast.requester, turn);
    else if (turn.by === "peer") speakForPeer(cast, turn);
    else speakForAgent(cast, turn, next);
  });
}

function speakForCustomer({ stage, random }: Cast, person: DemoUser, turn: Turn): void {
  const before = stage.now;
  stage.pass(person, turn.after * 0.7);
  if (stage.assignee && stage.status === "pending" && stage.now - before > 30 * hour) {
    if (random.chance(0.15))
      snooze(stage, stage.assignee, before + random.between(1, 3) * day, before);
  }
  stage.say("reply", person, turn.text);
  if (stage.status !== "new") stage.setStatus(person, "open");
}

function snooze(stage: Stage, agent: DemoUser, until: number, since: number): void {
  const at = new Date(since + 3 * minute);
  const wakes = Math.ceil(nextAtWork(hoursOf(agent), until) / hour) * hour;
  stage.push({ kind: "snooze", by: agent.email, at, until: new Date(wakes) });
}

function speakForPeer({ stage, peerOf }: Cast, turn: Turn): void {
  const person = peerOf(stage.assignee);
  stage.pass(person, turn.after);
  stage.say("note", person, turn.text);
}

function speakForAgent(cast: Cast, turn: Turn, next: Turn | undefined): void {
  const { stage } = cast;
  const agent = stage.assignee ? keepOrHandOver(cast, stage.assignee, turn) : answerFirst(cast);
  if (turn.by === "note") {
    stage.say("note", agent, turn.text);
    if (turn.priority) stage.setPriority(agent, turn.priority, stage.now + 10_000);
    return;
  }
  stage.say("reply", agent, turn.text);
  if (turn.sets === "on-hold") stage.setStatus(agent, "on-hold");
  else if (!next) stage.setStatus(agent, "resolved");
  else if (next.by !== "agent") stage.setStatus(agent, "pending");
}

function answerFirst(cast: Cast): DemoUser {
  const { story, stage, random } = cast;
  const from = stage.now + minute;
  const delay = random.around(firstReplyMinutes[story.priority], 0.7) * minute;
  const candidates = cast.agent ? [cast.agent] : cast.agents;
  const { agent, at } = firstToAnswer(candidates, { story, from, delay, random });
  take(
    cast,
    agent,
    Math.max(nextAtWork(hoursOf(agent), from), at - random.between(2, 11) * minute),
  );
  stage.now = Math.max(at, stage.now + 2 * minute);
  return agent;
}

/** An agent takes the ticket, sets priority and tags, and so opens it. */
function take({ story, stage, random }: Cast, agent: DemoUser, at: number): void {
  stage.assign(agent, at);
  stage.setStatus(agent, "open", at);
  if (random.chance(0.92)) stage.setPriority(agent, story.priority, at + 15_000);
  if (random.chance(0.08)) return;
  const add = random.chance(0.75) ? story.tags : story.tags.slice(0, 1);
  stage.push({ kind: "tags", by: agent.email, at: new Date(at + 25_000), add, remove: [] });
}

/** Urgent tickets are handed over instead of waiting for one agent's next morning. */
function keepOrHandOver(cast: Cast, from: DemoUser, turn: Turn): DemoUser {
  const { story, stage, random } = cast;
  const own = addWorkingTime(hoursOf(from), stage.now, turn.after * minute);
  const next = own - stage.now > 5 * hour ? whoIsThere(cast, from) : null;
  const pressing = story.priority === "urgent" || story.priority === "high";
  if (!next || next.at > own - 3 * hour || !random.chance(pressing ? 0.7 : 0.12)) {
    stage.pass(from, turn.after);
    return from;
  }
  stage.now = next.at;
  stage.say("note", next.agent, random.pick(takingOver).replace("{from}", from.firstName));
  stage.assign(next.agent, stage.now + 20_000);
  stage.pass(next.agent, turn.after);
  return next.agent;
}

function whoIsThere({ story, stage, random, agents, agent }: Cast, from: DemoUser) {
  const others = agents.filter((one) => one !== from && one.teams.includes(story.team));
  if (agent || others.length === 0) return null;
  return firstToAnswer(others, { story, from: stage.now, delay: 5 * minute, random });
}

const firstReplyMinutes: Record<TicketPriority, number> = {
  urgent: 8,
  high: 15,
  normal: 27,
  low: 55,
};

const takingOver = [
  "Taking this over from {from}, who has finished for today.",
  "{from} is off, I'll take it from here.",
  "I have time now, so I'm taking this from {from}.",
];

export interface Scene {
  story: Story;
  company: string;
  requester: DemoUser;
  colleague: DemoUser | null;
  createdAt: number;
  random: Random;
  /** The agent, if not chosen by shift. */
  agent?: DemoUser;
}

interface Cast extends Scene {
  agents: readonly DemoUser[];
  peerOf(agent: DemoUser | null): DemoUser;
  stage: Stage;
}

/** A ticket while its story is played: the clock, the assignee and the actions so far. */
export interface Stage {
  readonly acts: readonly DemoAct[];
  readonly status: TicketStatus;
  readonly assignee: DemoUser | null;
  now: number;
  push(act: DemoAct): void;
  /** Advances the clock by minutes of this person's working time. */
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

/** After the last message the customer or an agent resolves the ticket. */
function finish({ story, stage, requester, random }: Cast): void {
  const agent = stage.assignee;
  const last = stage.acts.findLast((act) => act.kind === "reply");
  if (stage.status === "resolved" || !agent || !last) return;
  if (last.by === agent.email) {
    const silent = random.chance(0.4);
    stage.pass(silent ? agent : requester, silent ? 27 * 60 : 300);
    if (silent && random.chance(0.5)) stage.say("note", agent, random.pick(noAnswer));
    stage.setStatus(silent ? agent : requester, "resolved");
  } else if (last.by === requester.email && random.chance(0.4)) {
    stage.now += random.between(20, 90) * 1000;
    stage.setStatus(requester, "resolved");
  } else {
    stage.pass(agent, 25);
    if (random.chance(0.3) && !story.language) {
      stage.say("reply", agent, random.pick(closings).replace("{first}", requester.firstName));
    }
    stage.setStatus(agent, "resolved");
  }
}

/** Some customers rate; the ticket closes automatically after seven days, sometimes by hand. */
export function epilogue(
  acts: readonly DemoAct[],
  {
    requester,
    agents,
    random,
  }: { requester: DemoUser; agents: readonly DemoUser[]; random: Random },
): DemoAct[] {
  const resolves = acts.filter((act) => act.kind === "status" && act.status === "resolved");
  const resolvedAt = resolves.at(-1)?.at.getTime();
  if (resolvedAt === undefined) return [];
  const after: DemoAct[] = [];
  if (random.chance(0.3)) {
    const at = addWorkingTime(hoursOf(requester), resolvedAt, random.around(60, 0.9) * minute);
    const good = random.chance(resolves.length > 1 ? 0.6 : 0.93);
    const comment = random.chance(0.4) ? random.pick(good ? praise : blame) : "";
    after.push({ kind: "rate", by: requester.email, at: new Date(at), good, comment });
  }
  const assignee = acts.findLast((act) => act.kind === "assign")?.assignee;
  const closer = random.chance(0.03) ? agents.find(({ email }) => email === assignee) : undefined;
  const at = closer
    ? nextAtWork(hoursOf(closer), resolvedAt + random.between(1, 3) * day)
    : resolvedAt + 7 * day;
  after.push({ kind: "status", by: closer?.email ?? null, at: new Date(at), status: "closed" });
  return after.sort((one, other) => one.at.getTime() - other.at.getTime());
}

const closings = [
  "Glad to hear it, {first}. I'm resolving this; just reply here if it comes back.",
  "Great, I'll mark this as resolved.",
  "You're welcome, {first}.",
  "Thanks for letting me know, {first}. Have a good day.",
  "Good to hear. If anything else comes up, just reply and it comes back to me.",
];
const noAnswer = [
  "No reply for three days, so I'm treating it as solved.",
  "No further reply, resolving.",
];
const praise = [
  "Quick and to the point.",
  "Very helpful, thank you",
  "Solved in one go.",
  "Friendly and fast as always",
  "Good explanation, I learned something",
];
const blame = [
  "Took too long",
  "Had to explain it twice.",
  "Works now but it should not have happened",
  "Slow on friday",
];
