import type { ActorDeps } from "../../server/access/actor.ts";
import { getTicket } from "../../server/tickets/details.ts";
import { countTickets, countViews, listTickets } from "../../server/tickets/list.ts";
import { listTicketsInput } from "../../shared/schemas/tickets.ts";
import {
  customerViews,
  type TicketView,
  ticketSorts,
  ticketViews,
} from "../../shared/tickets/vocabulary.ts";
import type { BenchPeople } from "./data.ts";
import type { BenchFacts, ReaderFacts } from "./facts.ts";

/** A row of the table: a call through tRPC compared with a bare handler that sends the same SQL. */
export interface BenchRow {
  name: string;
  reader: keyof BenchPeople;
  call: string;
  input: unknown;
  /** The query behind the call: the bare handler sends the same statements. */
  query(deps: ActorDeps): Promise<unknown>;
}

const readers = ["admin", "rareAgent", "wideAgent", "customer"] as const;

export function readRows(facts: BenchFacts): BenchRow[] {
  return readers.flatMap((reader) => [
    ...viewsOf(reader).map((view) => list(reader, `list, ${view}`, { view })),
    ...ticketSorts
      // A Customer cannot sort by what they cannot see.
      .filter((sort) => reader !== "customer" || sort === "created" || sort === "number")
      .map((sort) => {
        const view = sort === "snoozed" ? sort : "all";
        return list(reader, `list, ${view} by ${sort}`, { view, sort });
      }),
    {
      name: "count, all",
      reader,
      call: "tickets.count",
      input: { view: "all" },
      query: (deps: ActorDeps) => countTickets(deps, { view: "all" }),
    },
    { name: "view counts", reader, call: "tickets.viewCounts", input: null, query: countViews },
    ticket(reader, facts[reader].ticketNumber),
    ...searches(reader, facts[reader]),
  ]);
}

function viewsOf(reader: keyof BenchPeople): readonly TicketView[] {
  return reader === "customer" ? customerViews : ticketViews;
}

function list(reader: keyof BenchPeople, name: string, input: object): BenchRow {
  const parsed = listTicketsInput.parse(input);
  return {
    name,
    reader,
    call: "tickets.list",
    input,
    query: (deps) => listTickets(deps, parsed),
  };
}

function ticket(reader: keyof BenchPeople, number: number): BenchRow {
  return {
    name: "ticket",
    reader,
    call: "tickets.get",
    input: { number },
    query: (deps) => getTicket(deps, { number }),
  };
}

function searches(reader: keyof BenchPeople, { words, phrase }: ReaderFacts): BenchRow[] {
  const { common, middling, rare } = words;
  const [first, second] = common;
  const asked = {
    "two common words": `${first} ${second}`,
    "two middling words": middling.join(" "),
    "a rare and a common word": `${rare} ${first}`,
    "a rare word": rare,
    "a phrase": `"${phrase}"`,
    operators: `${middling[0]} status:resolved,closed created:>-400d has:company`,
    "operators, a common word": `${first} -status:new reopened:0 has:company`,
  };
  return Object.entries(asked).flatMap(([name, q]) => [
    list(reader, `search, ${name}`, { view: "all", q, sort: "relevance" }),
  ]);
}
