import { createSessions } from "../../server/auth/session.ts";
import type { Db } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import type { Role } from "../../shared/access.ts";
import { insertMessage, insertTeam, insertTicket } from "../support/builders.ts";
import { sendFile } from "../support/file-calls.ts";
import { addCompany, addPerson, type Person } from "../support/people.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { createKnown, type Known } from "./known.ts";

export const attackers = ["visitor", "Customer", "Agent", "Super Admin"] as const;
export type Attacker = (typeof attackers)[number];

/** A desk with some of everything, and a hostile person in each role. */
export interface World {
  url: string;
  db: Db;
  known: Known;
  /** Signed in, as the same person each time. */
  as(attacker: Attacker): Promise<Visitor>;
  /** The attacker in this role lost access: the next one takes over. */
  isGone(attacker: Attacker): void;
}

export async function furnish(db: Db, url: string): Promise<World> {
  const known = createKnown();
  const companies = [await addCompany(db, "Acme"), await addCompany(db, "Other")];
  for (const { id } of companies) known.add("companies", id);
  const people = [
    await addPerson(db, "Customer", { companies: [companies[0] ?? fail()] }),
    await addPerson(db, "Customer", { companies }),
    await addPerson(db, "Agent"),
    await addPerson(db, "Customer", { state: "invited" }),
    await addPerson(db, "Super Admin"),
  ];
  for (const { id } of people) known.add("users", id);
  for (const name of ["Warehouse", "Billing"])
    known.add("teams", (await insertTeam(db, { name })).id);
  for (let at = 0; at < 8; at += 1) await furnishTicket(db, known, people, companies, at);

  const inside = new Map<Attacker, Visitor>();
  const world: World = {
    ...{ url, db, known },
    async as(attacker) {
      const before = inside.get(attacker);
      if (before) return before;
      const visitor = createVisitor(url);
      if (attacker !== "visitor") {
        const companiesOf = attacker === "Customer" ? companies.slice(0, 1) : [];
        const person = await addPerson(db, attacker, { companies: companiesOf });
        known.add("users", person.id);
        await enter(db, visitor, person, attacker);
      }
      inside.set(attacker, visitor);
      return visitor;
    },
    isGone: (attacker) => void inside.delete(attacker),
  };
  for (const attacker of ["Customer", "Agent"] as const) {
    const sent = await sendFile(world, await world.as(attacker), { bytes: `by ${attacker}` });
    known.add("files", sent.body.file.id);
  }
  return world;
}

const statuses = ["new", "open", "pending", "on-hold", "resolved", "closed"] as const;

async function furnishTicket(
  db: Db,
  known: Known,
  people: readonly Person[],
  companies: readonly { id: string }[],
  at: number,
): Promise<void> {
  const [customer, , agent] = people.map(({ id }) => id);
  const ticket = await insertTicket(db, {
    requester_id: customer ?? fail(),
    company_id: companies[at % 2]?.id ?? null,
    status: statuses[at % statuses.length],
    assignee_id: at % 3 ? (agent ?? null) : null,
    subject: `Printer ${at}`,
    tags: ["billing", `tag-${at}`],
  });
  known.add("tickets", ticket.id);
  known.addNumber(ticket.number);
  for (const kind of ["public", "note"] as const) {
    const author_id = kind === "note" ? (agent ?? fail()) : (customer ?? fail());
    const message = await insertMessage(db, { ticket_id: ticket.id, author_id, kind });
    known.add("messages", message.id);
  }
}

/** Signs in without a password, because sign-ins are limited per minute. */
export async function enter(db: Db, visitor: Visitor, person: Person, role: Role): Promise<void> {
  const log = createLog("error");
  const sessions = createSessions({
    db,
    now: () => new Date(),
    log,
    sessionDays: 30,
    https: false,
  });
  const { password_hash } = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  const { token } = await sessions.start(
    { id: person.id, role, password_hash },
    { userAgent: "attacker", network: "198.51.100.0/24" },
  );
  visitor.cookies.set(sessions.cookieName, token);
  await visitor.request("GET", "/node/auth/user");
}

function fail(): never {
  throw new Error("The desk is not furnished");
}
