import { type DemoTicket, deriveTicket } from "../../server/demo/derive.ts";
import type { DeskIds } from "../../server/demo/insert-desk.ts";
import {
  actIds,
  eventRows,
  idAt,
  messageRows,
  type Numbered,
  spanRows,
  ticketRow,
} from "../../server/demo/insert-tickets.ts";
import { createRandom, hash } from "../../server/demo/random.ts";
import { keptOfMessage } from "../../server/tickets/list/row.ts";
import { createArrivals } from "./arrivals.ts";
import { createLexicon, type Lexicon, type Looked, type Readable } from "./bulk-index.ts";
import { type Batch, type Tables, writeBatch } from "./copy-format.ts";
import { createCrowd, type Population, peopleOf } from "./crowd.ts";
import type { CrowdIds } from "./insert-crowd.ts";
import { playTicket } from "./play.ts";
import { createWriter } from "./vocabulary.ts";

/** Everything that a slice of tickets depends on. */
export interface Plan {
  tickets: number;
  seed: number;
  now: Date;
  keptWords: number;
  population: Population;
  ids: CrowdIds;
  tagNumbers: ReadonlyMap<string, number>;
  tables: Tables;
}

/** A slice can be written once the words of its unknown pieces of text are known. */
interface Generated {
  unknown: readonly string[];
}

export interface Generator {
  /** Tickets from `slice * sliceSize` on, with these numbers. */
  generate(slice: number, numbers: readonly number[]): Generated;
  /** The slice generated first, with the words of its unknown pieces. */
  write(lexemes: readonly (readonly string[])[]): Batch[];
  /** The word counts that were not returned yet. */
  finish(): Batch[];
}

export const sliceSize = 500;

interface Pending {
  slice: readonly Numbered[];
  messages: readonly ReturnType<typeof messageRows>[];
  looked: Looked;
  lexicon: Lexicon;
}

export function createGenerator(plan: Plan): Generator {
  const { tickets, seed, now, population, tables } = plan;
  const crowd = createCrowd(population);
  const writer = createWriter(createRandom(seed));
  const arrivalAt = createArrivals(now.getTime(), tickets);
  const people = new Map(peopleOf(population).map((person) => [person.email, person]));
  const isStaff = (email: string) => people.get(email)?.role !== "Customer";
  const ids = idsOf(plan);
  const pending: Pending[] = [];
  let lexicon = createLexicon();
  const retired: Lexicon[] = [];

  function playSlice(slice: number, numbers: readonly number[]): Numbered[] {
    // Each slice has its own seed, so that it is the same whichever thread generates it.
    const random = createRandom(hash(`${seed} ${slice}`));
    return numbers.map((number, index) => {
      const createdAt = arrivalAt(slice * sliceSize + index, random);
      const ticket = playTicket(createdAt, random, { crowd, writer, now: now.getTime() });
      const derived = deriveTicket(ticket, { now, isStaff });
      return { id: idAt(ticket.createdAt), number, ticket, derived, actIdAt: actIds() };
    });
  }

  function readable({ id, number, ticket, derived }: Numbered, messages: MessageRows): Readable {
    const { firstName, lastName } = people.get(ticket.requester) ?? { firstName: "", lastName: "" };
    const bodies = (isPublic: boolean) =>
      messages.flatMap((one) => ((one.released_at !== null) === isPublic ? [one.body] : []));
    return {
      ticketId: id,
      companyId: ids.company(ticket.company),
      head: `${ticket.subject} ${number} ${firstName} ${lastName} ${ticket.company}`,
      public: bodies(true),
      staff: [...bodies(false), ...derived.tags],
    };
  }

  const numbersOf = (tags: readonly string[]) =>
    tags.length === 0
      ? null
      : tags.map((name) => plan.tagNumbers.get(name) ?? 0).sort((one, other) => one - other);

  /** The counts of lexicons that no pending slice uses. */
  function retiredCounts(): Batch[] {
    const done = retired.filter((one) => !pending.some(({ lexicon }) => lexicon === one));
    for (const one of done) retired.splice(retired.indexOf(one), 1);
    const batches: Batch[] = [];
    for (const one of done) {
      for (const part of one.counts()) batches.push(writeBatch(tables, "counted_words", part));
    }
    return batches;
  }

  return {
    generate(slice, numbers) {
      const generated = playSlice(slice, numbers);
      const messages = generated.map((one) => messageRows(one, ids, isStaff));
      if (lexicon.size > plan.keptWords) {
        retired.push(lexicon);
        lexicon = createLexicon();
      }
      const looked = lexicon.look(
        generated.map((one, index) => readable(one, messages[index] ?? [])),
      );
      pending.push({ slice: generated, messages, looked, lexicon });
      return { unknown: looked.unknown };
    },
    write(lexemes) {
      const next = pending.shift();
      if (!next) throw new Error("No slice is generated");
      const { slice, messages, looked } = next;
      const rows: [table: string, rows: readonly object[]][] = [
        [
          "tickets",
          slice.map((one, index) => ({
            ...ticketRow(one, ids, isStaff),
            tag_numbers: numbersOf(one.derived.tags),
            ...latestOf(messages[index] ?? []),
          })),
        ],
        [
          "ticket_people",
          slice.flatMap(({ id, ticket }) =>
            takingPart(ticket).map((email) => ({ ticket_id: id, user_id: ids.user(email) })),
          ),
        ],
        [
          "ticket_tags",
          slice.flatMap(({ id, derived }) =>
            derived.tags.map((name) => ({ ticket_id: id, tag_id: ids.tag(name) })),
          ),
        ],
        ["messages", messages.flat()],
        ["ticket_events", slice.flatMap((one) => eventRows(one, ids))],
        ["status_spans", slice.flatMap(spanRows)],
        ["ticket_search", looked.rows(lexemes)],
      ];
      const batches = rows
        .filter(([, all]) => all.length > 0)
        .map(([table, all]) => writeBatch(tables, table, all));
      return [...batches, ...retiredCounts()];
    },
    finish() {
      retired.push(lexicon);
      return retiredCounts();
    },
  };
}

type MessageRows = ReturnType<typeof messageRows>;

function idsOf({ ids }: Plan): DeskIds {
  const of = (kind: keyof CrowdIds) => (name: string) => {
    const id = ids[kind].get(name);
    if (!id) throw new Error(`The bulk load has no ${kind} ${name}`);
    return id;
  };
  return { company: of("company"), user: of("user"), team: of("team"), tag: of("tag") };
}

function takingPart({ requester, followers }: DemoTicket): string[] {
  return [...new Set([requester, ...followers])];
}

type MessageRow = ReturnType<typeof messageRows>[number];

/** What a ticket's row stores of its latest messages, as the triggers on messages would write it. */
function latestOf(messages: readonly MessageRow[]) {
  const everybodys = newest(messages, ({ released_at }) => released_at);
  const anybodys = newest(messages, ({ created_at }) => created_at);
  const staffs = anybodys === everybodys ? null : anybodys;
  return {
    latest_author_id: everybodys?.author_id ?? null,
    latest_text: everybodys ? beginning(everybodys.body) : null,
    staff_latest_kind: staffs?.kind ?? null,
    staff_latest_author_id: staffs?.author_id ?? null,
    staff_latest_text: staffs ? beginning(staffs.body) : null,
  };
}

function newest(
  messages: readonly MessageRow[],
  at: (message: MessageRow) => Date | null,
): MessageRow | null {
  const [last = null] = messages
    .filter((message) => at(message) !== null)
    .sort((a, b) => Number(at(b)) - Number(at(a)) || (a.id < b.id ? 1 : -1));
  return last;
}

/** The first characters, as Postgres counts them. */
function beginning(body: string): string {
  return [...body.slice(0, 2 * keptOfMessage)].slice(0, keptOfMessage).join("");
}
