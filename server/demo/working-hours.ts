import { type DemoUser, type Story, staff } from "./content.ts";
import { hash, type Random } from "./random.ts";
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Working hours in a person's own time zone. */
interface WorkingHours {
  timeZone: string;
  /** The hours of one local day (days since 1970), or null on a day off. */
  on(localDay: number): { from: number; to: number } | null;
}

/** 0 is Sunday. */
export function weekdayOf(localDay: number): number {
  return (((localDay + 4) % 7) + 7) % 7;
}

/** The first working moment from `time` on. */
export function nextAtWork(hours: WorkingHours, time: number): number {
  return addWorkingTime(hours, time, 0);
}

/** `time` plus `duration` milliseconds of working time. */
export function addWorkingTime(hours: WorkingHours, time: number, duration: number): number {
  const offset = zoneOffset(hours.timeZone, time);
  let local = time + offset;
  let left = duration;
  for (let localDay = Math.floor(local / day); ; localDay += 1) {
    const window = hours.on(localDay);
    if (!window) continue;
    const from = Math.max(local, localDay * day + window.from * hour);
    const to = localDay * day + window.to * hour;
    if (from > to || (from === to && left > 0)) continue;
    if (from + left <= to) return from + left - offset;
    left -= to - from;
    local = to;
  }
}

/** Local hour and weekday. */
export function localClock(timeZone: string, time: number): { hour: number; weekday: number } {
  const local = time + zoneOffset(timeZone, time);
  const localDay = Math.floor(local / day);
  return { hour: (local - localDay * day) / hour, weekday: weekdayOf(localDay) };
}

const offsets = new Map<string, number>();
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached per day and zone, because Intl is slow and is asked tens of thousands of times. */
function zoneOffset(timeZone: string, time: number): number {
  const midday = Math.floor(time / day) * day + 12 * hour;
  const key = `${timeZone} ${midday}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(
    clock.formatToParts(midday).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
  );
  offsets.set(key, local - midday);
  return local - midday;
}

export function hoursOf(person: DemoUser): WorkingHours {
  const known = hours.get(person.email);
  if (known) return known;
  const { timeZone } = person;
  const on = person.role === "Customer" ? customerHours(person) : staffHours(person);
  hours.set(person.email, { timeZone, on });
  return { timeZone, on };
}

/** Agents who can be assigned: active, in scope and speaking the language. */
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

/** The agent who answers first, and when: from the team, or anyone at work while the team is off. */
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

/** Monday to Friday, and a rotating weekend shift from nine to three. */
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
