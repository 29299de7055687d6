import { type RawBuilder, sql } from "kysely";
import { type OperatorTaking, takes } from "../../shared/search/operators.ts";
import type { Term } from "../../shared/search/terms.ts";
import { normalizeTag } from "../../shared/tags.ts";
import type { Actor } from "../access/actor.ts";
import { isSeen, type Sight, sightOf } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { keepStatement, type Slot } from "../db/statement.ts";

/** What a query can name. */
type NameKind = "person" | "company" | "team" | "tag" | "mailbox";

const kindOf: Record<OperatorTaking<"name">, NameKind> = {
  assignee: "person",
  requester: "person",
  company: "company",
  team: "team",
  tag: "tag",
  mailbox: "mailbox",
};

/** The ids for each name, by kind and name. */
export type FoundNames = ReadonlyMap<string, readonly string[]>;

/**
 * Those with exactly this name, or else with this name but for accents, or else all whose name
 * contains it. Only what the reader can see counts: an exact match outside it would hide the others
 * and so be revealed.
 */
export async function findNames(
  db: Db,
  terms: readonly Term[],
  reader: Pick<Actor, "id" | "role" | "companyScope" | "companyIds">,
): Promise<FoundNames> {
  const names = namesIn(terms);
  if (Object.values(names).every((named) => named.length === 0)) return new Map();
  const { id: userId, companyIds } = reader;
  const found = await selectNames(db, sightOf(reader), { ...names, userId, companyIds });
  return new Map(found.map(({ kind, name, ids }) => [keyOf(kind, name), ids]));
}

export function idsOf(
  found: FoundNames,
  operator: OperatorTaking<"name">,
  name: string,
): readonly string[] {
  const kind = kindOf[operator];
  return found.get(keyOf(kind, saidAs(kind, name))) ?? [];
}

function saidAs(kind: NameKind, name: string): string {
  return kind === "tag" ? normalizeTag(name) : name;
}

function namesIn(terms: readonly Term[]): Record<NameKind, string[]> {
  const names: Record<NameKind, string[]> = {
    person: [],
    company: [],
    team: [],
    tag: [],
    mailbox: [],
  };
  for (const term of terms) {
    if (term.kind !== "operator" || !takes(term.operator, "name")) continue;
    const kind = kindOf[term.operator];
    for (const value of term.values) {
      if (value.kind !== "name") continue;
      const name = saidAs(kind, value.name);
      if (!names[kind].includes(name)) names[kind].push(name);
    }
  }
  return names;
}

function keyOf(kind: NameKind, name: string): string {
  return `${kind} ${name}`;
}

interface NamesAsked extends Record<NameKind, string[]> {
  userId: string;
  companyIds: readonly string[];
}

const selectNames = keepStatement<
  Sight,
  NamesAsked,
  { kind: NameKind; name: string; ids: string[] }
>((sight, slot) => {
  const ofKind = (
    kind: NameKind,
    table: string,
    folded: RawBuilder<string>,
    exact: readonly RawBuilder<boolean>[],
  ) =>
    sql`
      select ${sql.lit(kind)} as kind, said.name, coalesce(${sql.join([
        ...exact.map((is) => sql`(select array_agg(id) from ${sql.table(table)} where ${is})`),
        sql`(select array_agg(id) from ${sql.table(table)}
          where strpos(${folded}, folded(said.name)) > 0)`,
      ])}, '{}') as ids
      from unnest(${slot(kind)}::text[]) as said (name)`;
  const isName = sql<boolean>`folded_name = folded(said.name)`;
  // A folded name without a last name ends with a space.
  const isCalled = sql<boolean>`folded_name in (folded(said.name), folded(said.name || ' '))`;
  const isPerson = sql<boolean>`(${isCalled} or lower(email) = lower(said.name))`;
  // Customers cannot find out whether a person or an address exists.
  const persons =
    sight === "own" ? [] : [sql<boolean>`${isPerson} and ${isKnownPerson(sight, slot)}`];
  const isKnown = isKnownCompany(sight, slot);
  // A merged company is still found by its name, unless another company uses it again.
  const ofCompanies = sql`
    select 'company' as kind, said.name, coalesce(
      (select array_agg(id) from companies
        where lower(name) = lower(said.name) and state <> 'merged' and ${isKnown}),
      (select array_agg(id) from companies
        where ${isName} and state <> 'merged' and ${isKnown}),
      (select array_agg(distinct merged_into_id) from companies
        where ${isName} and state = 'merged' and ${isKnown}),
      (select array_agg(distinct coalesce(merged_into_id, id)) from companies
        where strpos(folded_name, folded(said.name)) > 0 and ${isKnown}),
      '{}') as ids
    from unnest(${slot("company")}::text[]) as said (name)`;
  const ofTeam = sql<string>`folded(teams.name)`;
  const isTeam = [
    sql<boolean>`lower(teams.name) = lower(said.name)`,
    sql<boolean>`${ofTeam} = folded(said.name)`,
  ];
  // Also one that was removed: its tickets stay.
  const ofMailbox = sql<string>`folded(mailboxes.name || ' ' || mailboxes.address)`;
  const isMailbox = [
    sql<boolean>`(lower(mailboxes.name) = lower(said.name)
      or mailboxes.address = lower(said.name) or exists (
        select from mailbox_aliases alias
        where alias.mailbox_id = mailboxes.id and alias.address = lower(said.name)))`,
    sql<boolean>`folded(mailboxes.name) = folded(said.name)`,
  ];
  return sql`
    ${ofKind("person", "users", sql`folded_name`, persons)} union all
    ${ofCompanies} union all
    ${ofKind("team", "teams", ofTeam, isTeam)} union all
    ${ofKind("mailbox", "mailboxes", ofMailbox, isMailbox)} union all
    select 'tag', said.name, array(select id from tags where tags.name = said.name)
    from unnest(${slot("tag")}::text[]) as said (name)`;
});

/** Staff know all staff, and the customers of their companies and of the tickets they see. */
function isKnownPerson(sight: Sight, slot: Slot<NamesAsked>): RawBuilder<boolean> {
  if (sight === "all") return sql<boolean>`true`;
  const companyIds = sql`${slot("companyIds")}::uuid[]`;
  return sql<boolean>`(users.role <> 'Customer' or exists (
    select from user_companies member
    where member.user_id = users.id and member.company_id = any(${companyIds})
  ) or exists (
    select from tickets t where t.requester_id = users.id
      and ${isSeen({ sight, userId: slot("userId"), companyIds })}))`;
}

/** Customers also know the companies of their tickets. */
function isKnownCompany(sight: Sight, slot: Slot<NamesAsked>): RawBuilder<boolean> {
  if (sight === "all") return sql<boolean>`true`;
  const company = sql`coalesce(companies.merged_into_id, companies.id)`;
  const isTheirs = sql<boolean>`${company} = any(${slot("companyIds")}::uuid[])`;
  if (sight === "companies") return isTheirs;
  return sql<boolean>`(${isTheirs} or exists (
    select from ticket_people person join tickets t on t.id = person.ticket_id
    where person.user_id = ${slot("userId")}::uuid and t.company_id = ${company}))`;
}
