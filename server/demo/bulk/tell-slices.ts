import {
  createLexicon,
  type Lexicon,
  type Looked,
  type Readable,
} from "../../search/bulk-index.ts";
import { type DemoTicket, deriveTicket } from "../derive.ts";
import type { DeskIds } from "../insert-desk.ts";
import {
  eventRows,
  idAt,
  messageRows,
  type Numbered,
  spanRows,
  ticketRow,
} from "../insert-tickets.ts";
import { createRandom, hash } from "../random.ts";
import { createArrivals } from "./arrivals.ts";
import { type Batch, type Tables, writeBatch } from "./copy-format.ts";
import { createCrowd, type Population, peopleOf } from "./crowd.ts";
import type { CrowdIds } from "./insert-crowd.ts";
import { latestOf } from "./latest.ts";
import { playTicket } from "./play.ts";
import { createWriter } from "./vocabulary.ts";

/** All that a slice of tickets depends on, whoever tells it. */
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

/** Told; which words its new pieces have is to be asked before it can be written. */
interface Told {
  unknown: readonly string[];
}

export interface Teller {
  /** Tickets `slice * sliceSize` and on, by the numbers they are to have. */
  tell(slice: number, numbers: readonly number[]): Told;
  /** The slice told the longest ago, with the words that were asked for. */
  write(lexemes: readonly (readonly string[])[]): Batch[];
  /** The counts of words that are not handed over yet. */
  finish(): Batch[];
}

export const sliceSize = 500;

interface Pending {
  slice: readonly Numbered[];
  messages: readonly ReturnType<typeof messageRows>[];
  looked: Looked;
  lexicon: Lexicon;
}

export function createTeller(plan: Plan): Teller {
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
    // Each slice has a chance of its own, so that it comes out the same whoever tells it.
    const random = createRandom(hash(`${seed} ${slice}`));
    return numbers.map((number, index) => {
      const createdAt = arrivalAt(slice * sliceSize + index, random);
      const ticket = playTicket(createdAt, random, { crowd, writer, now: now.getTime() });
      const derived = deriveTicket(ticket, { now, isStaff });
      return { id: idAt(ticket.createdAt), number, ticket, derived };
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

  /** Of each that no slice waits for any more. */
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
    tell(slice, numbers) {
      const told = playSlice(slice, numbers);
      const messages = told.map((one) => messageRows(one, ids, isStaff));
      if (lexicon.size > plan.keptWords) {
        retired.push(lexicon);
        lexicon = createLexicon();
      }
      const looked = lexicon.look(told.map((one, index) => readable(one, messages[index] ?? [])));
      pending.push({ slice: told, messages, looked, lexicon });
      return { unknown: looked.unknown };
    },
    write(lexemes) {
      const next = pending.shift();
      if (!next) throw new Error("No slice is told");
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
