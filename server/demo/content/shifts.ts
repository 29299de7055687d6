import type { DemoUser } from "../demo-user.ts";
import { hash, type Random } from "../random.ts";
import { staff } from "./staff.ts";
import type { Story } from "./story.ts";
import { addWorkingTime, hour, minute, type WorkingHours, weekdayOf } from "./working-hours.ts";

export function hoursOf(person: DemoUser): WorkingHours {
  const known = hours.get(person.email);
  if (known) return known;
  const { timeZone } = person;
  const on = person.role === "Customer" ? customerHours(person) : staffHours(person);
  hours.set(person.email, { timeZone, on });
  return { timeZone, on };
}

/** Who may be given the ticket: at work here, within scope, and speaking the language. */
export function agentsFor(story: Story, company: string): readonly DemoUser[] {
  const { language = "en" } = story;
  return staff.filter(
    (agent) =>
      agent.state === "active" &&
      agent.teams.length > 0 &&
      agent.languages.includes(language) &&
      (agent.companyScope !== "assigned" || agent.companies.includes(company)),
  );
}

/** Who answers first, and when: one of the team, or whoever is there while the team sleeps. */
export function firstToAnswer(
  agents: readonly DemoUser[],
  { story, from, delay, random }: { story: Story; from: number; delay: number; random: Random },
): { agent: DemoUser; at: number } {
  const ready = agents.map((agent) => ({
    agent,
    at: addWorkingTime(hoursOf(agent), from, delay),
    ofTeam: agent.teams.includes(story.team),
  }));
  const soonest = Math.min(...ready.map(({ at, ofTeam }) => (ofTeam ? at : at + 3 * hour)));
  const inTime = ready.filter(
    ({ at, ofTeam }) => at <= soonest + 20 * minute && (ofTeam || at <= soonest - 3 * hour),
  );
  return random.weighted(inTime.length > 0 ? inTime : ready, ({ agent }) => agent.share);
}

const hours = new Map<string, WorkingHours>();

function customerHours({ email }: DemoUser): WorkingHours["on"] {
  const early = (hash(email) % 4) * 0.5;
  const onSaturdays = hash(email) % 5 === 0;
  return (localDay) => {
    const weekday = weekdayOf(localDay);
    if (weekday === 0) return null;
    if (weekday === 6) return onSaturdays ? { from: 9, to: 12.5 } : null;
    return { from: 8.5 - early, to: 17.5 - early / 2 };
  };
}

/** Five days, and in turns the weekend duty from nine to three. */
function staffHours({ email }: DemoUser): WorkingHours["on"] {
  const turn = duty.indexOf(email);
  return (localDay) => {
    const weekday = weekdayOf(localDay);
    if (weekday > 0 && weekday < 6) return { from: 8, to: 17 };
    const week = Math.floor((localDay + 3) / 7);
    return turn >= 0 && week % duty.length === turn ? { from: 9, to: 15 } : null;
  };
}

const duty = ["agent@demo.test", "lena@frontdesk.test", "admin@demo.test", "chloe@frontdesk.test"];
