import fc from "fast-check";
import type { Db } from "../../server/db/database.ts";
import type { Role } from "../../shared/access.ts";
import { insertTicket } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { type OpenStream, openStream } from "../support/stream.ts";
import type { Visitor } from "../support/visitor.ts";
import { createKnown, type Known } from "./known.ts";
import { enter } from "./world.ts";

/** Contained in everything that people of a company write, and in what only staff can read. */
export const marks = { Acme: "kanariacme", Other: "kanariother", staff: "kanaristaff" } as const;
type Company = "Acme" | "Other";

export interface Walker {
  name: string;
  role: Role;
  visitor: Visitor;
  stream: OpenStream;
  known: Known;
  /** What must never reach them. */
  unseen: string[];
}

export interface WalkedDesk {
  walkers: Walker[];
  server: TestServer;
  /** How often each action succeeded. */
  taken: Map<string, number>;
}

/** Two companies, each with its own agent, customers and a ticket. */
export async function prepareWalk(server: TestServer): Promise<WalkedDesk> {
  const shared = createKnown();
  const walkers: Walker[] = [];
  for (const company of ["Acme", "Other"] as const) {
    const id = await addMarkedCompany(server.db, company);
    shared.add("companies", id);
    const people = [
      ["agent", "Agent", { companyScope: "assigned", companies: [{ id }] }],
      ["customer", "Customer", { companies: [{ id }], firstName: marks[company] }],
      ["colleague", "Customer", { companies: [{ id, seesAllTickets: true }] }],
    ] as const;
    for (const [name, role, options] of people) {
      const person = await addPerson(server.db, role, options);
      shared.add("users", person.id);
      const visitor = server.visitor();
      await enter(server.db, visitor, person, role);
      const stream = await openStream(server.url, visitor);
      const known = speakingAs(shared, company, role);
      const unseen = unseenBy(company, role);
      walkers.push({ name: `${company}'s ${name}`, role, visitor, stream, known, unseen });
      if (role === "Agent") continue;
      const subject = `Printer of ${marks[company]}`;
      const ticket = await insertTicket(server.db, {
        requester_id: person.id,
        company_id: id,
        subject,
      });
      shared.add("tickets", ticket.id);
      shared.addNumber(ticket.number);
    }
  }
  for (const { visitor, role, unseen } of walkers)
    await say(server.db, visitor, role, ownMark(unseen));
  return { walkers, server, taken: new Map() };
}

/** So that there is hidden text from the first step on. */
async function say(db: Db, visitor: Visitor, role: Role, mark: string): Promise<void> {
  const ids = await db
    .selectFrom("tickets")
    .select("id")
    .where("subject", "=", `Printer of ${mark}`)
    .execute();
  for (const { id } of ids) {
    const act = { requestId: Bun.randomUUIDv7(), id };
    await visitor.mutate("tickets.reply", { ...act, body: `${mark} said` });
    if (role === "Customer") continue;
    const note = { requestId: Bun.randomUUIDv7(), id, body: `${marks.staff} ${mark} noted` };
    await visitor.mutate("tickets.note", note);
    const patch = { addTags: [`${marks.staff} ${mark}`] };
    await visitor.mutate("tickets.update", {
      requestId: Bun.randomUUIDv7(),
      id,
      patch,
    });
  }
}

export function ownMark(unseen: readonly string[]): string {
  return [marks.Acme, marks.Other].find((mark) => !unseen.includes(mark)) ?? "";
}

async function addMarkedCompany(db: Db, company: Company): Promise<string> {
  const id = Bun.randomUUIDv7();
  const notes = `${marks.staff} ${marks[company]}`;
  await db
    .insertInto("companies")
    .values({ id, name: `${company} ${marks[company]}`, notes })
    .execute();
  return id;
}

function unseenBy(company: Company, role: Role): string[] {
  const other = company === "Acme" ? marks.Other : marks.Acme;
  return role === "Customer" ? [other, marks.staff] : [other];
}

/** Text shared by all staff carries the staff mark; text a customer can read carries the company's. */
function speakingAs(known: Known, company: Company, role: Role): Known {
  const own = marks[company];
  const said = fc.nat({ max: 99 }).map((at) => `${own} said ${at}`);
  const asStaff = fc.nat({ max: 99 }).map((at) => `${marks.staff} ${own} ${at}`);
  const tag = fc.constantFrom("billing", `${role === "Agent" ? marks.staff : ""} ${own}`.trim());
  const search = fc.constantFrom(
    "kanari",
    "kanarixcme",
    "kanariothe",
    "said",
    "printer",
    "is:open",
    "",
  );
  return {
    ...known,
    text(key, format) {
      if (/^(q|query|search)$/.test(key)) return search;
      if (/^(addTags|removeTags|tags)$/.test(key)) return tag;
      // Macros and views, which all staff may share.
      if (key === "name") return fc.constant(marks.staff);
      if (key === "firstName" || key === "lastName")
        return fc.constant(role === "Agent" ? "Sam" : own);
      if (key === "note") return asStaff;
      if (/^(subject|body|comment)$/.test(key)) return said;
      return known.text(key, format);
    },
  };
}
