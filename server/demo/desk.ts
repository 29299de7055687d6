import type { DemoTicket } from "./acts.ts";
import { longest, nextArrival } from "./arrivals.ts";
import { createComposer } from "./compose.ts";
import { type DemoCompany, demoCompanies } from "./content/companies.ts";
import { demoTeams, demoUsers } from "./content/people.ts";
import { stories } from "./content/stories.ts";
import type { TeamName } from "./content/story.ts";
import { day, hour, minute } from "./content/working-hours.ts";
import type { DemoUser } from "./demo-user.ts";
import { createRandom } from "./random.ts";
import { unfinished } from "./today.ts";

export interface DemoDesk {
  companies: readonly DemoCompany[];
  users: readonly DemoUser[];
  teams: readonly TeamName[];
  tags: readonly string[];
  /** In order of their creation. */
  tickets: readonly DemoTicket[];
}

/** A desk as it might stand at this moment: the same for the same moment and seed. */
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
  const open = spread(unfinished, Math.round((count * unfinished.length) / 400));
  const tickets = open.map((one) => composer.stopInTheMiddle(one));

  const recently = Math.round(count / 8);
  const ago = (days: number) => now.getTime() - days * day;
  const week = { after: ago(7) + hour, before: now.getTime() - 20 * minute };
  while (tickets.length < open.length + recently) {
    // A third of them took a while, or the last week would look twice as busy as the one before.
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

/** So many of them, evenly from first to last, or again from the beginning. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (count > all.length) return [...all, ...spread(all, count - all.length)];
  return all.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / all.length) > Math.floor((index * count) / all.length),
  );
}
