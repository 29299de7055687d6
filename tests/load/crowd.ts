import {
  customers,
  type DemoCompany,
  type DemoUser,
  demoCompanies,
  demoTeams,
  type TeamName,
} from "../../server/demo/content.ts";
import type { Random } from "../../server/demo/random.ts";

import { createWeighted, createZipf } from "./zipf.ts";

export type BulkCompany = DemoCompany & { id: string };
export type BulkPerson = DemoUser & { id: string; since: number };

/** The companies and people of a load. */
export interface Population {
  companies: readonly BulkCompany[];
  agents: readonly BulkPerson[];
  /** The members of each company, in the order of the companies. */
  members: readonly (readonly BulkPerson[])[];
}

/** Picks companies and people by how much they write. */
export interface Crowd {
  company(random: Random): BulkCompany;
  requester(random: Random, company: BulkCompany): BulkPerson;
  colleague(random: Random, company: BulkCompany): BulkPerson | null;
  /** A member of the team who can see the company. */
  agent(random: Random, company: BulkCompany, team: TeamName): BulkPerson;
}

interface Wanted {
  tickets: number;
  from: number;
  /** Part of every address, so that a second load has other addresses. */
  mark: string;
  /** Names of existing companies. */
  taken: ReadonlySet<string>;
}

export function populate(random: Random, wanted: Wanted): Population {
  const { tickets, from, mark } = wanted;
  const companies = manyCompanies(random, Math.round(bounded(tickets / 400, 12, 1500)), wanted);
  const agents = manyAgents(random, Math.round(bounded(tickets / 5000, 8, 80)), {
    companies,
    from,
    mark,
  });
  const members = companies.map((company, rank) => {
    const count = Math.round(bounded(tickets / 40 / (rank + 4), 2, 400));
    return manyMembers(random, count, { company, rank, from, mark });
  });
  return { companies, agents, members };
}

export function peopleOf({ agents, members }: Population): BulkPerson[] {
  return [...agents, ...members.flat()];
}

/** A few companies have most tickets, and in each a few people write most. */
export function createCrowd({ companies, agents, members }: Population): Crowd {
  const membersOf = new Map(companies.map((one, rank) => [one, members[rank] ?? []]));
  const pickOf = new Map([...membersOf].map(([company, all]) => [company, createZipf(all, 0.8)]));
  const pickAgent = new Map<string, (random: Random) => BulkPerson>();

  function agentsFor(company: BulkCompany, team: TeamName) {
    const key = `${company.name} ${team}`;
    let pick = pickAgent.get(key);
    if (!pick) {
      const fit = agents.filter(
        ({ teams, companyScope, companies }) =>
          teams.includes(team) && (companyScope === "all" || companies.includes(company.name)),
      );
      pick = createWeighted(fit, ({ share }) => share);
      pickAgent.set(key, pick);
    }
    return pick;
  }

  return {
    company: createZipf(companies, 0.95),
    requester(random, company) {
      const pick = pickOf.get(company);
      if (!pick) throw new Error(`${company.name} has no people`);
      return pick(random);
    },
    colleague(random, company) {
      const all = membersOf.get(company) ?? [];
      return all.length > 1 ? random.pick(all) : null;
    },
    agent: (random, company, team) => agentsFor(company, team)(random),
  };
}

function manyCompanies(
  random: Random,
  count: number,
  { from, mark, taken }: Wanted,
): BulkCompany[] {
  const names = new Set<string>();
  while (names.size < count) {
    const name = `${random.pick(places)} ${random.pick(companyNames)}`;
    // There are fewer short names than a million tickets need.
    const full = names.size < 1000 ? name : `${name} ${random.whole(2, 99)}`;
    if (!taken.has(full.toLowerCase())) names.add(full);
    else names.add(`${full} ${random.whole(100, 999_999)}`);
  }
  return [...names].map((name, rank) => {
    const like = random.pick(demoCompanies);
    const domain = `${slug(name)}-${mark}.test`;
    return {
      ...like,
      id: Bun.randomUUIDv7("hex", from),
      name,
      domains: rank % 3 === 0 ? [domain] : [],
      notes: "",
      state: "active",
    };
  });
}

interface Hired {
  companies: readonly BulkCompany[];
  from: number;
  mark: string;
}

/** Most agents see every company; each team has some of those, so every company has an agent. */
function manyAgents(random: Random, count: number, { companies, from, mark }: Hired): BulkPerson[] {
  return Array.from({ length: count }, (_, index): BulkPerson => {
    const teams = demoTeams.filter((_, team) => team === index % 4 || random.chance(0.3));
    const narrow = index >= 4 && random.chance(0.2);
    return {
      ...someone(random, { from, address: (name) => `${name}.${index}@agents-${mark}.test` }),
      role: "Agent",
      companyScope: narrow ? "assigned" : "all",
      companies: narrow ? companies.filter(() => random.chance(0.1)).map(({ name }) => name) : [],
      teams,
      share: random.around(1, 0.5),
    };
  });
}

interface Joined {
  company: BulkCompany;
  rank: number;
  from: number;
  mark: string;
}

function manyMembers(
  random: Random,
  count: number,
  { company, rank, from, mark }: Joined,
): BulkPerson[] {
  return Array.from({ length: count }, (_, index) => ({
    ...someone(random, { from, address: (name) => `${name}.${index}@c${rank}-${mark}.test` }),
    companies: [company.name],
    seesAllTickets: random.chance(0.1),
    timeZone: company.timeZone,
  }));
}

function someone(
  random: Random,
  { from, address }: { from: number; address(name: string): string },
): BulkPerson {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return {
    id: Bun.randomUUIDv7("hex", from),
    since: from,
    firstName,
    lastName,
    email: address(slug(`${firstName} ${lastName}`)),
    role: "Customer",
    state: "active",
    companies: [],
    seesAllTickets: false,
    companyScope: null,
    timeZone: random.pick(customers).timeZone,
    phone: null,
    teams: [],
    languages: ["en"],
    share: 1,
  };
}

function slug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, "")
    .replaceAll(" ", "-");
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Words that names are made of. */
const places: readonly string[] =
  `Alder Amber Arbor Aspen Aurora Baltic Basalt Beacon Birch Boreal Bridge Cedar Cobalt Coral Crest Cypress
Delta Dune Echo Elm Ember Fjord Flint Forge Garnet Glacier Granite Grove Halden Harrow Hazel Heron Indigo
Iris Jasper Juniper Kelvin Kepler Larch Laurel Linden Lumen Lyra Maple Marlow Meridian Mistral Nimbus
Nordic Oak Onyx Opal Orchard Osprey Pallas Pine Quarry Quill Raven Ridge Rowan Saffron Sierra Slate Solstice
Spruce Summit Tamar Thistle Tidal Umbra Vega Verdant Vesper Walnut Willow Wren Yarrow Zephyr`.split(
    /\s+/,
  );

const companyNames: readonly string[] =
  `Bakery Books Brewing Cycles Dental Design Electrics Engineering Fabrics Farms Fashion Foods Freight
Furniture Gardens Glass Instruments Kitchens Lighting Logistics Machines Medical Motors Optics Outdoor Paper
Parts Pharma Plastics Press Pumps Robotics Seeds Shipping Sports Steel Supplies Systems Textiles Tools Toys
Trading Travel Valves Wholesale Works`.split(/\s+/);

const firstNames: readonly string[] =
  `Ada Agnes Aisha Alan Alba Amir Anja Anton Aoife Arjun Astrid Bela Benno Bianca Bruno Carla Cem Clara Dario
Dina Edda Elif Elio Emil Enzo Eva Farah Felix Fiona Freya Gita Greta Hana Hugo Ida Ilse Imani Ines Isla Ivan
Jana Jonas Juno Kaia Karim Katja Kian Lara Leon Lina Luca Luis Maia Marek Maud Mira Nadia Nico Nils Noor Olga
Omar Oskar Paula Pavel Petra Priya Quinn Rafael Rania Rosa Ruben Sami Sanna Selma Silas Sofia Sven Tara Theo
Tilda Tomas Uma Vera Viktor Wanda Willem Yara Yusuf Zara Zoe`.split(/\s+/);

const lastNames: readonly string[] =
  `Abel Adler Ahmed Almeida Andersen Baker Barros Becker Bergman Bianchi Blum Bosch Brandt Braun Cruz Dahl
Diaz Dubois Ekholm Engel Evans Falk Ferrari Fischer Flores Fontaine Frey Garcia Graf Haas Hagen Hansen Hart
Hoffmann Holm Ibsen Ivanov Jensen Jones Kaya Keller Khan Klein Koch Kovacs Kowalski Kraus Lang Larsen Lopez
Lund Maier Marino Martin Meyer Moreau Morel Moretti Nagy Neumann Nguyen Nielsen Novak Okafor Olsen Ortega
Patel Pereira Perez Peters Popov Ramos Reyes Ricci Rossi Roth Saito Santos Sato Schmidt Silva Singh Smit Sousa
Stein Svensson Tanaka Torres Vogel Wagner Walker Weber Weiss Wolf Wong Yilmaz Young Zimmer`.split(
    /\s+/,
  );
