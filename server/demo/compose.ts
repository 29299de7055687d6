import type { DemoAct, DemoTicket } from "./acts.ts";
import { type Arrival, colleagueOf, fits, nextArrival, requesterOf } from "./arrivals.ts";
import type { Scene } from "./content/cast.ts";
import { type DemoCompany, demoCompanies } from "./content/companies.ts";
import { demoUsers } from "./content/people.ts";
import { agentsFor, hoursOf } from "./content/shifts.ts";
import { staff } from "./content/staff.ts";
import { stopsOf } from "./content/stops.ts";
import { stories } from "./content/stories.ts";
import type { Story } from "./content/story.ts";
import { addWorkingTime, day, hour, minute, nextAtWork } from "./content/working-hours.ts";
import type { DemoUser } from "./demo-user.ts";
import { epilogue } from "./finish.ts";
import { playStory } from "./play.ts";
import { hash, type Random } from "./random.ts";
import { snoozeHours, type Unfinished } from "./today.ts";
import { writeTicket } from "./write-ticket.ts";

interface Composer {
  stopInTheMiddle(wanted: Unfinished): DemoTicket;
  /** Nothing where it was not resolved within these times. */
  playToTheEnd(arrival: Arrival, resolved: { after: number; before: number }): DemoTicket | null;
}

/** Makes tickets of stories, each story told as seldom as can be and never twice in the same words. */
export function createComposer(now: number, random: Random, fullDay: number): Composer {
  const told = new Map<Story, number>();
  const said = new Set<string>();
  const daily = new Map<number, number>();
  let refused = 0;

  function choose(from: readonly Story[]): Story {
    return random.weighted(from, (story) => 1 / (1 + (told.get(story) ?? 0)) ** 3);
  }

  /** With the words put in; null where this company has read the very same before. */
  function write(scene: Scene, company: DemoCompany, acts: readonly DemoAct[]): DemoTicket | null {
    for (let tries = 0; tries < 6; tries += 1) {
      const ticket = writeTicket(scene, company, acts, now);
      const words = [`${company.name} ${ticket.subject}`, `${company.name} ${firstWords(ticket)}`];
      // A desk far larger than the demo runs out of new words before it runs out of tickets.
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

  /** How many came on that day already, beyond what a busy day has. */
  function crowdOn(time: number): number {
    const on = dayOf(time);
    const full = Math.round(fullDay * (0.75 + (hash(String(on)) % 100) / 200));
    return Math.max(0, (daily.get(on) ?? 0) + 1 - full);
  }

  function stopInTheMiddle(wanted: Unfinished): DemoTicket {
    const since = now - random.between(...wanted.age) * minute;
    for (let tries = 0; tries < 300; tries += 1) {
      const cast = castFor(tries < 20 ? wanted : { ...wanted, story: undefined }, since, tries);
      const best = cast && closest(cast.scene, wanted, since);
      const ticket = best && write({ ...best.scene, random }, cast.company, best.acts);
      if (ticket) return ticket;
    }
    throw new Error(`No story can be left ${wanted.state}`);
  }

  function castFor(wanted: Unfinished, since: number, tries: number) {
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

  /** Of many ways it could have gone, the one that was left there nearest to that time. */
  function closest(scene: Omit<Scene, "createdAt">, wanted: Unfinished, since: number) {
    const atWork = hoursOf(scene.requester);
    const earliest = wanted.state === "new" ? 4 * day : 7 * day;
    let best: { distance: number; acts: DemoAct[] } | null = null;
    for (let tries = 0; tries < 100; tries += 1) {
      const from = since - random.between(0, earliest);
      const createdAt = addWorkingTime(atWork, from, random.between(0, 5) * hour);
      const acts = playStory({ ...scene, createdAt });
      for (const stop of stopsOf(acts, wanted)) {
        // After a weekend all that is not fresh would have come on the Friday before it.
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

function canBeLeft({ channel, turns }: Story, state: Unfinished["state"]): boolean {
  if (channel === "phone") return false;
  return state !== "on-hold" || turns.some(({ sets }) => sets === "on-hold");
}

/** The last word comes at that very minute; what was before stays where it was. */
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
