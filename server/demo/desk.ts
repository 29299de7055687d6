import {
  customers,
  type DemoCompany,
  type DemoUser,
  demoCompanies,
  demoTeams,
  demoUsers,
  type Story,
  staff,
  stories,
  type TeamName,
  type UnfinishedTicket,
  unfinishedTickets,
} from "./content.ts";
import type { DemoAct, DemoTicket } from "./derive.ts";
import { epilogue, playStory, type Scene } from "./play.ts";
import { createRandom, hash, type Random } from "./random.ts";
import { writeTicket } from "./wording.ts";
import {
  addWorkingTime,
  agentsFor,
  day,
  hour,
  hoursOf,
  localClock,
  minute,
  nextAtWork,
} from "./working-hours.ts";

export interface DemoDesk {
  companies: readonly DemoCompany[];
  users: readonly DemoUser[];
  teams: readonly TeamName[];
  tags: readonly string[];
  /** Oldest first. */
  tickets: readonly DemoTicket[];
}

/** Plans the demo for this time. The same time and seed give the same result. */
export function planDemoDesk(
  now: Date,
  { tickets: count = 400, seed = 2026 }: { tickets?: number; seed?: number } = {},
): DemoDesk {
  const random = createRandom(seed);
  const composer = createComposer(
    now.getTime(),
    random,
    Math.max(12, Math.round((count * 12) / 400)),
  );
  const open = spread(unfinishedTickets, Math.round((count * unfinishedTickets.length) / 400));
  const tickets = open.map((one) => composer.stopInTheMiddle(one));

  const recently = Math.round(count / 8);
  const ago = (days: number) => now.getTime() - days * day;
  const week = { after: ago(7) + hour, before: now.getTime() - 20 * minute };
  while (tickets.length < open.length + recently) {
    // A third of them took longer; otherwise the last week would look twice as busy as the previous one.
    const slow = tickets.length % 3 === 0;
    const from = ago(slow ? random.between(8, 14) : 8);
    const to = slow ? from + day : now.getTime() - hour;
    const ticket = composer.playToTheEnd(
      nextArrival({ from, to, now: now.getTime() }, random),
      week,
    );
    if (ticket) tickets.push(ticket);
  }

  const earlier = { from: now.getTime() - longest, to: ago(7), now: now.getTime() };
  const before = { after: earlier.from, before: ago(7) - hour };
  while (tickets.length < count) {
    const ticket = composer.playToTheEnd(nextArrival(earlier, random), before);
    if (ticket) tickets.push(ticket);
  }

  return {
    companies: demoCompanies,
    users: demoUsers,
    teams: demoTeams,
    tags: [...new Set(stories.flatMap(({ tags }) => tags))].sort(),
    tickets: tickets.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
  };
}

/** Picks `count` entries evenly, starting over when there are too few. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (count > all.length) return [...all, ...spread(all, count - all.length)];
  return all.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / all.length) > Math.floor((index * count) / all.length),
  );
}

interface Composer {
  stopInTheMiddle(wanted: UnfinishedTicket): DemoTicket;
  /** Null when it was not resolved within these times. */
  playToTheEnd(arrival: Arrival, resolved: { after: number; before: number }): DemoTicket | null;
}

/** Turns stories into tickets. Each story is used as rarely as possible and never twice in the same words. */
function createComposer(now: number, random: Random, fullDay: number): Composer {
  const told = new Map<Story, number>();
  const said = new Set<string>();
  const daily = new Map<number, number>();
  let refused = 0;

  function choose(from: readonly Story[]): Story {
    return random.weighted(from, (story) => 1 / (1 + (told.get(story) ?? 0)) ** 3);
  }

  /** Fills in the texts. Null when this company already has a ticket with the same words. */
  function write(scene: Scene, company: DemoCompany, acts: readonly DemoAct[]): DemoTicket | null {
    for (let tries = 0; tries < 6; tries += 1) {
      const ticket = writeTicket(scene, company, acts, now);
      const words = [`${company.name} ${ticket.subject}`, `${company.name} ${firstWords(ticket)}`];
      // A very large demo runs out of new wording before it has enough tickets.
      if (refused < 300 && words.some((text) => said.has(text))) continue;
      for (const text of words) said.add(text);
      refused = 0;
      told.set(scene.story, (told.get(scene.story) ?? 0) + 1);
      const on = dayOf(scene.createdAt);
      daily.set(on, (daily.get(on) ?? 0) + 1);
      return ticket;
    }
    refused += 1;
    return null;
  }

  /** How many tickets that day has beyond a busy day's number. */
  function crowdOn(time: number): number {
    const on = dayOf(time);
    const full = Math.round(fullDay * (0.75 + (hash(String(on)) % 100) / 200));
    return Math.max(0, (daily.get(on) ?? 0) + 1 - full);
  }

  function stopInTheMiddle(wanted: UnfinishedTicket): DemoTicket {
    const since = now - random.between(...wanted.age) * minute;
    for (let tries = 0; tries < 300; tries += 1) {
      const cast = castFor(tries < 20 ? wanted : { ...wanted, story: undefined }, since, tries);
      const best = cast && closest(cast.scene, wanted, since);
      const ticket = best && write({ ...best.scene, random }, cast.company, best.acts);
      if (ticket) return ticket;
    }
    throw new Error(`No story can be left ${wanted.state}`);
  }

  function castFor(wanted: UnfinishedTicket, since: number, tries: number) {
    const agent = staff.find(({ email }) => email === wanted.assignee);
    const named = demoUsers.find(({ email }) => email === wanted.requester);
    const [home] = named?.companies ?? [];
    const { company } = home
      ? { company: demoCompanies.find(({ name }) => name === home) }
      : nextArrival({ from: since - 3 * day, to: since, now }, random);
    if (!company) return null;
    const requester = named ?? requesterOf(company, 0, random);
    const possible = stories.filter(
      (story) =>
        story.key === wanted.story ||
        (!wanted.story &&
          (tries > 40 || !told.has(story)) &&
          fits(story, company, requester) &&
          canBeLeft(story, wanted.state) &&
          (!agent || isFor(agent, story, company))),
    );
    if (possible.length === 0) return null;
    const colleague = colleagueOf(requester, company, random);
    const story = choose(possible);
    return {
      company,
      scene: { story, company: company.name, requester, colleague, random, agent },
    };
  }

  /** Plays the story many times and takes the run that stops nearest to the wanted time. */
  function closest(scene: Omit<Scene, "createdAt">, wanted: UnfinishedTicket, since: number) {
    const atWork = hoursOf(scene.requester);
    const earliest = wanted.state === "new" ? 4 * day : 7 * day;
    let best: { distance: number; acts: DemoAct[] } | null = null;
    for (let tries = 0; tries < 100; tries += 1) {
      const from = since - random.between(0, earliest);
      const createdAt = addWorkingTime(atWork, from, random.between(0, 5) * hour);
      const acts = playStory({ ...scene, createdAt });
      for (const stop of stopsOf(acts, wanted)) {
        // Without this, everything after a weekend would have arrived on Friday.
        const distance = Math.abs(stop.since - since) + crowdOn(createdAt) * day;
        const last = acts[stop.length - 1]?.at.getTime() ?? now;
        const latest = wanted.fresh ? since : now - wanted.age[0] * minute;
        if (stop.since > latest || (!wanted.fresh && last > now - 2 * minute)) continue;
        if (best && best.distance <= distance) continue;
        const kept = acts.slice(0, stop.length);
        best = { distance, acts: wanted.fresh ? freshened(kept, stop.since, since) : kept };
      }
    }
    const createdAt = best?.acts[0]?.at.getTime();
    if (!best || createdAt === undefined) return null;
    const acts = wanted.state === "snoozed" ? [...best.acts, ...snoozed(best.acts)] : best.acts;
    return { scene: { ...scene, createdAt }, acts };
  }

  function snoozed(acts: readonly DemoAct[]): DemoAct[] {
    const last = acts.findLast((act) => act.kind === "reply");
    const agent = staff.find(({ email }) => email === last?.by);
    if (!last || !agent) return [];
    const at = new Date((acts.at(-1) ?? last).at.getTime() + 3 * minute);
    const until = nextAtWork(hoursOf(agent), now + random.between(...snoozeHours));
    const wakes = new Date(Math.ceil(until / hour) * hour);
    return [{ kind: "snooze", by: agent.email, at, until: wakes }];
  }

  return {
    stopInTheMiddle,
    playToTheEnd({ company, createdAt }, resolved) {
      if (crowdOn(createdAt) > 0) return null;
      const requester = requesterOf(company, (now - createdAt) / day, random);
      const story = choose(stories.filter((one) => fits(one, company, requester)));
      const colleague = colleagueOf(requester, company, random);
      const scene = { story, company: company.name, requester, colleague, createdAt, random };
      const acts = playStory(scene);
      const end = acts.at(-1)?.at.getTime() ?? now;
      if (end < resolved.after || end > resolved.before) return null;
      const agents = agentsFor(story, company.name);
      const after = epilogue(acts, { requester, agents, random }).filter(
        (act) => act.at.getTime() <= now,
      );
      return write(scene, company, [...acts, ...after]);
    },
  };
}

function dayOf(time: number): number {
  return Math.floor(time / day);
}

function isFor(agent: DemoUser, story: Story, company: DemoCompany): boolean {
  return agent.teams.includes(story.team) && agentsFor(story, company.name).includes(agent);
}

function canBeLeft({ channel, turns }: Story, state: UnfinishedTicket["state"]): boolean {
  if (channel === "phone") return false;
  return state !== "on-hold" || turns.some(({ sets }) => sets === "on-hold");
}

/** Moves the last message to that minute; earlier actions keep their times. */
function freshened(acts: readonly DemoAct[], said: number, since: number): DemoAct[] {
  return acts.map((act) => {
    const late = act.at.getTime() - said;
    return late < 0 ? act : { ...act, at: new Date(since + late) };
  });
}

function firstWords({ acts }: DemoTicket): string {
  const first = acts.find((act) => act.kind === "reply" || act.kind === "note");
  return first?.text ?? "";
}

/** The points at which a story can stop to leave the ticket in that state. */
function stopsOf(
  acts: readonly DemoAct[],
  { state, fresh }: Pick<UnfinishedTicket, "state" | "fresh">,
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

function leaves(
  state: UnfinishedTicket["state"],
  status: string,
  lastWordOfStaff: boolean,
): boolean {
  if (state === "snoozed") return status === "pending";
  if (state === "open") return status === "open" && !lastWordOfStaff;
  return status === state;
}

function isStaff(email: string): boolean {
  return staff.some((agent) => agent.email === email);
}

interface Arrival {
  company: DemoCompany;
  createdAt: number;
}

/** Picks a company and an arrival time, weighted by size and office hours, with more tickets recently. */
function nextArrival(
  { from, to, now }: { from: number; to: number; now: number },
  random: Random,
): Arrival {
  for (let tries = 0; ; tries += 1) {
    const company = random.weighted(demoCompanies, ({ share }) => share);
    const createdAt = random.between(from, to);
    const age = (now - createdAt) / day;
    const busy = 1 - 0.6 * (age / 90);
    // On a Sunday night no recent hour is likely, so the bar is lowered with every try.
    const likely = busy * likelyAt(company, createdAt) + tries / 20_000;
    if (isCustomer(company, age) && random.chance(likely)) return { company, createdAt };
  }
}

/** Picks the person at the company who writes. */
function requesterOf(company: DemoCompany, age: number, random: Random): DemoUser {
  const writers = membersOf(company).filter(
    ({ state }) => state === "active" || (state === "disabled" && age > goneForDays),
  );
  return random.weighted(writers, ({ share }) => share);
}

function colleagueOf(requester: DemoUser, company: DemoCompany, random: Random): DemoUser | null {
  const others = membersOf(company).filter(
    (member) => member.state === "active" && member !== requester,
  );
  return others.length > 0 ? random.pick(others) : null;
}

function fits(story: Story, company: DemoCompany, requester: DemoUser): boolean {
  const { only, except, language = "en" } = story;
  return (
    (!only || only.includes(company.name)) &&
    !except?.includes(company.name) &&
    requester.languages.includes(language) &&
    (membersOf(company).length > 2 || !speaksOfOthers(story))
  );
}

const goneForDays = 35;

/** Former customers stopped writing some weeks ago; new ones have just started. */
function isCustomer(company: DemoCompany, age: number): boolean {
  return age < company.since && (company.state === "active" || age > goneForDays + 10);
}

function likelyAt(company: DemoCompany, time: number): number {
  const { hour: local, weekday } = localClock(company.timeZone, time);
  const weekend = weekday === 0 ? 0.06 : weekday === 6 ? 0.15 : 1;
  return weekend * (byHour[Math.floor(local)] ?? 0);
}

function membersOf(company: DemoCompany): readonly DemoUser[] {
  return customers.filter(({ companies }) => companies.includes(company.name));
}

function speaksOfOthers({ turns, reopen = [] }: Story): boolean {
  return [...turns, ...reopen].some(
    ({ by, text }) => by === "colleague" || text.includes("{other}"),
  );
}

/** Likelihood of a ticket per hour from midnight. */
const byHour = [
  0.01, 0.01, 0.01, 0.01, 0.01, 0.03, 0.1, 0.3, 0.7, 1, 1, 0.85, 0.55, 0.7, 0.95, 0.85, 0.65, 0.35,
  0.15, 0.07, 0.05, 0.03, 0.02, 0.01,
];

/** How long snoozed tickets stay snoozed from now. */
const snoozeHours = [7 * hour, 52 * hour] as const;

const longest = 90 * day - hour;
