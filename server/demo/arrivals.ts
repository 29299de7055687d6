import { type DemoCompany, demoCompanies } from "./content/companies.ts";
import { customers } from "./content/customers.ts";
import type { Story } from "./content/story.ts";
import { day, hour, localClock } from "./content/working-hours.ts";
import type { DemoUser } from "./demo-user.ts";
import type { Random } from "./random.ts";

export interface Arrival {
  company: DemoCompany;
  createdAt: number;
}

/** When a ticket of which company comes in: by their size and their hours, more of late than before. */
export function nextArrival(
  { from, to, now }: { from: number; to: number; now: number },
  random: Random,
): Arrival {
  for (let tries = 0; ; tries += 1) {
    const company = random.weighted(demoCompanies, ({ share }) => share);
    const createdAt = random.between(from, to);
    const age = (now - createdAt) / day;
    const busy = 1 - 0.6 * (age / 90);
    // On a Sunday night there is no good hour in the last ones: after a while any will do.
    const likely = busy * likelyAt(company, createdAt) + tries / 20_000;
    if (isCustomer(company, age) && random.chance(likely)) return { company, createdAt };
  }
}

/** Who of the company writes. */
export function requesterOf(company: DemoCompany, age: number, random: Random): DemoUser {
  const writers = membersOf(company).filter(
    ({ state }) => state === "active" || (state === "disabled" && age > goneForDays),
  );
  return random.weighted(writers, ({ share }) => share);
}

export function colleagueOf(
  requester: DemoUser,
  company: DemoCompany,
  random: Random,
): DemoUser | null {
  const others = membersOf(company).filter(
    (member) => member.state === "active" && member !== requester,
  );
  return others.length > 0 ? random.pick(others) : null;
}

export function fits(story: Story, company: DemoCompany, requester: DemoUser): boolean {
  const { only, except, language = "en" } = story;
  return (
    (!only || only.includes(company.name)) &&
    !except?.includes(company.name) &&
    requester.languages.includes(language) &&
    (membersOf(company).length > 2 || !speaksOfOthers(story))
  );
}

const goneForDays = 35;

/** Who left the desk wrote no more in its last weeks, who came lately not before. */
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

/** From midnight on; the night shift writes too. */
const byHour = [
  0.01, 0.01, 0.01, 0.01, 0.01, 0.03, 0.1, 0.3, 0.7, 1, 1, 0.85, 0.55, 0.7, 0.95, 0.85, 0.65, 0.35,
  0.15, 0.07, 0.05, 0.03, 0.02, 0.01,
];

export const longest = 90 * day - hour;
