import { sql } from "kysely";
import type { Db } from "../../server/db/database.ts";
import type { TicketRow } from "./builders.ts";

interface StoredTally {
  day: string;
  created: number[];
  resolved: number[];
  gaps: number[];
  repliedSteps: number[];
  resolvedSteps: number[];
  reopened: number;
  solvedInOne: number;
  times: { moment: string; step: number; times: number[]; fit: boolean }[];
  tags: { numbers: number[] | null; created: number; resolved: number }[];
  told: boolean;
  toldOfTags: boolean;
}

interface Gap {
  solved_at: Date;
  reopened_at: Date;
}

/** Days of which a tally that should hold says something else than a plain recount in no SQL. */
export async function talliesAstray(db: Db): Promise<string[]> {
  const { rows } = await sql<StoredTally>`
    select d.day::text, created, resolved, gaps, replied_steps as "repliedSteps",
      resolved_steps as "resolvedSteps", reopened, solved_in_one as "solvedInOne",
      (select coalesce(json_agg(json_build_object('moment', moment, 'step', step, 'times', times,
        'fit', (select every(time_step(took) = step) from unnest(times) took))), '[]')
        from day_times w where w.day = d.day) as times,
      (select coalesce(json_agg(json_build_object('numbers', tag_numbers, 'created', w.created,
        'resolved', w.resolved)), '[]') from day_tags w where w.day = d.day) as tags,
      not exists (select from changed_days c where c.day = d.day and not only_tags) as told,
      not exists (select from changed_days c where c.day = d.day) as "toldOfTags"
    from day_tallies d`.execute(db);
  const tickets = await db
    .selectFrom("tickets")
    .selectAll()
    .where("spam_at", "is", null)
    .where("merged_into_id", "is", null)
    .execute();
  const gaps = await db
    .selectFrom("reopenings")
    .select(["solved_at", "reopened_at"])
    .where(
      "ticket_id",
      "in",
      tickets.map(({ id }) => id),
    )
    .execute();
  const lies = (tally: StoredTally) =>
    (tally.told && !Bun.deepEquals(figuresOf(tally), recount(tally.day, tickets, gaps))) ||
    (tally.toldOfTags && !Bun.deepEquals(tagsOf(tally), recountTags(tally.day, tickets)));
  return rows.filter(lies).map(({ day }) => day);
}

function figuresOf({ times, repliedSteps, resolvedSteps, ...tally }: StoredTally) {
  const { created, resolved, gaps, reopened, solvedInOne } = tally;
  const timesOf = (moment: string, steps: readonly number[]) => {
    const own = times.filter((row) => row.moment === moment);
    const counted = own.every((row) => row.fit && steps[row.step] === row.times.length);
    const all = steps.reduce((sum, count) => sum + count, 0);
    const sorted = own.flatMap((row) => row.times).sort((one, other) => one - other);
    return { sorted, steps: counted && all === sorted.length };
  };
  return {
    ...{ created, resolved, gaps, reopened, solvedInOne },
    replied: timesOf("replied", repliedSteps),
    done: timesOf("resolved", resolvedSteps),
  };
}

function recount(day: string, tickets: readonly TicketRow[], gaps: readonly Gap[]) {
  const isThen = (at: Date | null) => at?.toISOString().slice(0, 10) === day;
  const quarters = (begin: readonly (Date | null)[], end: readonly (Date | null)[] = []) => {
    const counts = Array.from({ length: 96 }, () => 0);
    const count = (at: Date | null, by: number) => {
      const quarter = Math.floor((Number(at) - Date.parse(day)) / 900_000);
      if (isThen(at)) counts[quarter] = (counts[quarter] ?? 0) + by;
    };
    for (const at of begin) count(at, 1);
    for (const at of end) count(at, -1);
    return counts;
  };
  const solved = tickets.filter(isSolved);
  const done = solved.filter((ticket) => isThen(ticket.last_resolved_at));
  const replied = tickets.filter(
    (ticket) => !ticket.opened_by_staff && isThen(ticket.first_staff_reply_at),
  );
  const timesOf = (
    some: readonly TicketRow[],
    until: "first_staff_reply_at" | "last_resolved_at",
  ) =>
    some
      .map((ticket) => (Number(ticket[until]) - Number(ticket.created_at)) * 1000)
      .sort((one, other) => one - other);
  return {
    created: quarters(tickets.map((ticket) => ticket.created_at)),
    resolved: quarters(solved.map((ticket) => ticket.last_resolved_at)),
    gaps: quarters(
      gaps.map((gap) => gap.reopened_at),
      gaps.map((gap) => gap.solved_at),
    ),
    reopened: done.filter((ticket) => ticket.reopen_count > 0).length,
    solvedInOne: done.filter((ticket) => ticket.staff_reply_count === 1).length,
    replied: { sorted: timesOf(replied, "first_staff_reply_at"), steps: true },
    done: { sorted: timesOf(done, "last_resolved_at"), steps: true },
  };
}

function isSolved({ status }: TicketRow): boolean {
  return status === "resolved" || status === "closed";
}

function tagsOf({ tags }: StoredTally): Map<string, [created: number, resolved: number]> {
  return new Map(tags.map((row) => [String(row.numbers), [row.created, row.resolved]]));
}

function recountTags(day: string, tickets: readonly TicketRow[]): ReturnType<typeof tagsOf> {
  const found: ReturnType<typeof tagsOf> = new Map();
  for (const ticket of tickets) {
    const then = [ticket.created_at, isSolved(ticket) ? ticket.last_resolved_at : null].map((at) =>
      Number(at?.toISOString().slice(0, 10) === day),
    );
    const [created = 0, resolved = 0] = then;
    const [before, done] = found.get(String(ticket.tag_numbers)) ?? [0, 0];
    if (created + resolved > 0) {
      found.set(String(ticket.tag_numbers), [before + created, done + resolved]);
    }
  }
  return found;
}
