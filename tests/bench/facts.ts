import { sql } from "kysely";
import type { Actor } from "../../server/access/actor.ts";
import { isSeen, scopeOf } from "../../server/access/scope.ts";
import type { Db } from "../../server/db/database.ts";
import { findActor } from "../../server/demo/work-together.ts";
import type { BenchPeople } from "./data.ts";

/** What each reader looks at and searches for: things that are there for them. */
export interface ReaderFacts {
  actor: Actor;
  /** A ticket with a longer conversation than most. */
  ticketNumber: number;
  words: { common: [string, string]; middling: [string, string]; rare: string };
  /** Words that stand side by side in one of its messages. */
  phrase: string;
}

export type BenchFacts = Record<keyof BenchPeople, ReaderFacts>;

export async function readFacts(db: Db, people: BenchPeople): Promise<BenchFacts> {
  const facts: Partial<BenchFacts> = {};
  for (const reader of Object.keys(people) as (keyof BenchPeople)[]) {
    facts[reader] = await factsOf(db, await findActor(db, people[reader]));
  }
  return facts as BenchFacts;
}

async function factsOf(db: Db, actor: Actor): Promise<ReaderFacts> {
  const { id, number, body } = await longTicket(db, actor);
  const words = await wordsOf(db, id);
  const nearest = (share: number) =>
    [...words].sort((one, other) => off(one.share, share) - off(other.share, share));
  const [common = "", also = ""] = nearest(1).map(({ word }) => word);
  const [middling = "", another = ""] = nearest(0.01).map(({ word }) => word);
  const [rare = ""] = nearest(0.0001).map(({ word }) => word);
  return {
    actor,
    ticketNumber: number,
    words: { common: [common, also], middling: [middling, another], rare },
    phrase: phraseIn(body),
  };
}

function off(share: number, wanted: number): number {
  return Math.abs(Math.log(share / wanted));
}

async function longTicket(db: Db, actor: Actor) {
  const { rows } = await sql<{ id: string; number: number; body: string }>`
    select t.id, t.number, (
      select body from messages where ticket_id = t.id and released_at is not null
      order by created_at limit 1) as body
    from (select t.* from tickets t where ${isSeen(scopeOf(actor))} order by t.id desc limit 300) t
    order by abs(6 - (select count(*) from messages where ticket_id = t.id)), t.id limit 1`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error("A reader of the bench sees no ticket");
  return found;
}

/** Words that everyone can read in a ticket, with the number of tickets that have each. */
async function wordsOf(db: Db, ticketId: string): Promise<{ word: string; share: number }[]> {
  const { rows } = await sql<{ word: string; share: number }>`
    select spelled.word, w.in_public / (select count(*) from ticket_search)::float8 as share
    from ticket_search s, unnest(tsvector_to_array(s.public)) lexeme
      join search_words w using (lexeme) join search_spellings spelled using (lexeme)
    where s.ticket_id = ${ticketId}::uuid and w.in_public > 0 and w.in_head < w.in_public
    order by spelled.word`.execute(db);
  return rows;
}

/** The first three adjacent whole words, since parts of words are not found. */
function phraseIn(body: string): string {
  const words = /(?<![\p{L}\p{N}'’-])[a-z]+ [a-z]+ [a-z]+(?![\p{L}\p{N}'’-])/u.exec(body);
  return words?.[0] ?? "the";
}
