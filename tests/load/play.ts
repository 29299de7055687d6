import { type Story, stories } from "../../server/demo/content.ts";
import type { DemoAct, DemoTicket } from "../../server/demo/derive.ts";
import { createStage, type Stage } from "../../server/demo/play.ts";
import type { Random } from "../../server/demo/random.ts";
import { createWording } from "../../server/demo/wording.ts";
import {
  addWorkingTime,
  day,
  hour,
  hoursOf,
  minute,
  nextAtWork,
} from "../../server/demo/working-hours.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import type { BulkCompany, BulkPerson, Crowd } from "./crowd.ts";
import type { Writer } from "./vocabulary.ts";

interface Playing {
  crowd: Crowd;
  writer: Writer;
  now: number;
}

/** A ticket with its history until now, made of the same acts as the demo's tickets. */
export function playTicket(createdAt: number, random: Random, playing: Playing): DemoTicket {
  const { crowd, now } = playing;
  const company = crowd.company(random);
  const requester = crowd.requester(random, company);
  const story = random.pick(told);
  const agent = crowd.agent(random, company, story.team);
  const stage = createStage(createdAt, { random, peerOf: () => agent });
  const scene: Scene = { ...playing, stage, random, story, company, requester, agent };

  const count = messageCount(random);
  const say = wordingOf(scene, createdAt);
  const opening = `${say(story.turns[0]?.text ?? "")}${more(scene, 0.5)}`;
  const atDesk = nextAtWork(hoursOf(agent), createdAt);
  const byPhone = random.chance(0.06) && atDesk < Math.min(createdAt + 6 * hour, now - minute);
  if (byPhone) answerPhone(scene, opening);
  else stage.say("reply", requester, opening);
  converse(scene, count - 1, byPhone);
  const acts = abandon(scene, [...stage.acts, ...epilogue(scene)]);

  const [first] = acts;
  return {
    subject: say(random.pick(story.subjects)),
    type: story.type,
    priority: "normal",
    channel: byPhone ? "phone" : "web",
    company: company.name,
    requester: requester.email,
    openedBy: first?.by ?? requester.email,
    assignee: null,
    team: story.team,
    tags: [],
    followers: followers(scene),
    createdAt: first?.at ?? new Date(createdAt),
    acts: acts.filter(({ at }) => at.getTime() < now - releaseDelayMs),
  };
}

interface Scene extends Playing {
  stage: Stage;
  random: Random;
  story: Story;
  company: BulkCompany;
  requester: BulkPerson;
  agent: BulkPerson;
}

const told = stories.filter(({ language = "en", channel }) => language === "en" && !channel);

/** One to twelve, with a median of three. */
function messageCount(random: Random): number {
  let count = 1;
  while (count < 12 && random.chance(0.675)) count += 1;
  return count;
}

function answerPhone(scene: Scene, opening: string): void {
  const { stage, agent } = scene;
  stage.now = nextAtWork(hoursOf(agent), stage.now);
  stage.say("note", agent, opening);
  take(scene, stage.now + 20_000);
  stage.now += minute;
}

function converse(scene: Scene, count: number, byPhone: boolean): void {
  const { stage, random, requester, agent } = scene;
  if (!byPhone) {
    const first = addWorkingTime(hoursOf(agent), stage.now + minute, random.around(40, 1) * minute);
    take(scene, first);
    stage.now = first + random.between(2, 20) * minute;
  }
  let toCustomer = true;
  for (let left = count; left > 0; left -= 1) {
    if (random.chance(0.17)) {
      stage.pass(agent, 15);
      stage.say("note", agent, more(scene, 1).trim());
    } else if (toCustomer) {
      if (left < count) stage.pass(agent, 70);
      stage.say("reply", agent, `Hello ${requester.firstName}, ${more(scene, 1).trim()}`);
      if (left > 1) stage.setStatus(agent, random.chance(0.08) ? "on-hold" : "pending");
      toCustomer = false;
    } else {
      stage.pass(requester, 240);
      stage.say("reply", requester, more(scene, 1).trim());
      stage.setStatus(requester, "open");
      toCustomer = true;
    }
  }
  resolve(scene);
  if (random.chance(0.06)) comeBack(scene);
}

function take({ stage, random, story, agent }: Scene, at: number): void {
  stage.assign(agent, at);
  stage.setStatus(agent, "open", at);
  if (random.chance(0.9)) stage.setPriority(agent, story.priority, at + 15_000);
  if (random.chance(0.1)) return;
  const add = random.chance(0.7) ? story.tags : story.tags.slice(0, 1);
  stage.push({ kind: "tags", by: agent.email, at: new Date(at + 25_000), add, remove: [] });
}

function resolve({ stage, random, requester, agent }: Scene): void {
  const byCustomer = random.chance(0.15);
  const atOnce = stage.acts.at(-1)?.kind === "reply" && random.chance(0.5);
  if (!atOnce) stage.pass(byCustomer ? requester : agent, 120);
  stage.setStatus(byCustomer ? requester : agent, "resolved");
}

/** Before it is closed. */
function comeBack(scene: Scene): void {
  const { stage, random, requester, agent } = scene;
  const back = nextAtWork(hoursOf(requester), stage.now + random.between(0.1, 5) * day);
  stage.now = Math.min(back, stage.now + 6.5 * day);
  stage.say("reply", requester, more(scene, 1).trim());
  stage.setStatus(requester, "open");
  stage.pass(agent, 60);
  stage.say("reply", agent, more(scene, 1).trim());
  stage.setStatus(agent, "resolved");
}

function epilogue({ stage, random, requester }: Scene): DemoAct[] {
  const resolved = stage.now;
  const after: DemoAct[] = [];
  if (random.chance(0.2)) {
    const at = new Date(resolved + random.between(0.02, 4) * day);
    const good = random.chance(0.9);
    after.push({ kind: "rate", by: requester.email, at, good, comment: "" });
  }
  after.push({ kind: "status", by: null, at: new Date(resolved + 7 * day), status: "closed" });
  return after;
}

/** Some tickets were never finished; some of those that are pending are snoozed. */
function abandon({ random, now, agent }: Scene, acts: readonly DemoAct[]): readonly DemoAct[] {
  if (!random.chance(0.012)) return acts;
  const last = acts[random.whole(0, Math.max(0, acts.length - 4))];
  // Acts of the same moment belong together.
  const kept = acts.filter(({ at }) => last && at <= last.at);
  if (last?.kind !== "status" || last.status !== "pending" || !random.chance(0.4)) return kept;
  const at = new Date(last.at.getTime() + 3 * minute);
  const wakes = Math.ceil((now + random.between(1, 20) * day) / hour) * hour;
  return [...kept, { kind: "snooze", by: agent.email, at, until: new Date(wakes) }];
}

function followers({ crowd, random, company, requester, story }: Scene): string[] {
  const found: string[] = [];
  const colleague = random.chance(0.1) ? crowd.colleague(random, company) : null;
  if (colleague && colleague !== requester) found.push(colleague.email);
  if (random.chance(0.08)) found.push(crowd.agent(random, company, story.team).email);
  return found;
}

function wordingOf({ story, company, requester, random, now }: Scene, createdAt: number) {
  return createWording({
    story,
    company,
    requester,
    other: requester.firstName,
    createdAt,
    age: Math.min((now - createdAt) / day, 90),
    seed: random.whole(1, 2 ** 31),
  });
}

/** Sentences of words of which few are frequent and most are rare. */
function more({ random, writer }: Scene, chance: number): string {
  if (!random.chance(chance)) return "";
  return `\n\n${writer.sentences(random, Math.max(3, Math.round(random.around(28, 0.6))))}`;
}
